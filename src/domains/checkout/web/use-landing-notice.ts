import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { msg } from '../../../shared/i18n/translate.ts'
import type { PurchaseNotice } from './purchase/purchase-notice.tsx'

const checkEveryInMs = 4000
const checksAtMost = 45

/** The words could not be fetched: said of every way in which a payment can have ended. */
const unfetched: PurchaseNotice = {
  tone: 'warning',
  sentence: msg('Please check your payment history before you pay again.'),
  more: [],
}

/** What a checkout that led away came back with. While it is pending, the course is asked for. */
export function useLandingNotice() {
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [checks, setChecks] = useState(0)
  const [notice, setNotice] = useState<PurchaseNotice | null>(null)
  const payment = search.get('payment')
  const isPending = payment === 'pending'

  useEffect(() => {
    if (payment === null) return
    import('./purchase/landing-notice.ts').then(
      ({ describeLanding }) => setNotice(describeLanding(payment)),
      () => setNotice(unfetched),
    )
  }, [payment])

  useEffect(() => {
    if (!isPending || checks >= checksAtMost) return undefined
    const timer = setTimeout(() => {
      setChecks(checks + 1)
      void revalidate()
    }, checkEveryInMs)
    return () => clearTimeout(timer)
  }, [isPending, checks, revalidate])

  return payment === null ? null : notice
}
