import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { msg } from '../../../shared/i18n/translate.ts'
import { useSession } from '../../../ui/session.ts'
import type { PurchaseNotice } from './purchase/purchase-notice.tsx'

const checkEveryInMs = 4000
const checksAtMost = 45

/** The words could not be fetched: said of every way in which a payment can have ended. */
const unfetched: PurchaseNotice = {
  tone: 'warning',
  sentence: msg('Please check your payment history before you pay again.'),
  more: [],
}

interface Landing {
  /** Nothing of it is to be bought (any more). */
  isOwned?: boolean
  /** Asks whether it is the buyer's by now. */
  onCheck: () => Promise<void>
}

/**
 * What a checkout that led away came back with. While it is pending, what was bought is asked for by
 * who is signed in: a visitor would be shown the same again.
 */
export function useLandingNotice({ isOwned = false, onCheck }: Landing) {
  const [search] = useSearchParams()
  const session = useSession()
  const [checks, setChecks] = useState(0)
  const [notice, setNotice] = useState<PurchaseNotice | null>(null)
  const payment = search.get('payment')
  const isPending = payment === 'pending' && !isOwned && session !== null
  const check = useEffectEvent(onCheck)

  useEffect(() => {
    if (payment === null) return
    import('./purchase/conclude-landing.ts').then(
      ({ concludeLanding }) => setNotice(concludeLanding(payment)),
      () => setNotice(unfetched),
    )
  }, [payment])

  useEffect(() => {
    if (!isPending || checks >= checksAtMost) return undefined
    const timer = setTimeout(() => {
      setChecks(checks + 1)
      check().catch(() => undefined)
    }, checkEveryInMs)
    return () => clearTimeout(timer)
  }, [isPending, checks])

  const isOver = payment === null || (payment === 'pending' && isOwned)
  return isOver ? null : notice
}
