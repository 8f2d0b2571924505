import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { clearSession, readSession, type Session } from '../../ui/session.ts'
import { useSite } from '../../ui/site.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'
import type { PurchaseOutcome } from './run-purchase.ts'

export interface Purchase {
  /** The course that is being bought, or that the notice is about; null before the first try. */
  courseId: string | null
  isBusy: boolean
  notice: PurchaseNotice | null
  buy: (courseId: string) => void
}

const idle = { courseId: null, isBusy: false, notice: null }

/**
 * Buys a course from wherever the button stands. The flow itself is fetched on the first press.
 * `onMaybeOwned` is called when the course may have become the buyer's without a success page.
 */
export function usePurchase({ onMaybeOwned }: { onMaybeOwned: () => void }): Purchase {
  const navigate = useNavigate()
  const site = useSite()
  const [state, setState] = useState<Omit<Purchase, 'buy'>>(idle)
  const isRunning = useRef(false)

  // Whoever comes back from a checkout that led away finds the page as it was left: still busy.
  useEffect(() => {
    const wakeUp = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isRunning.current = false
      setState(idle)
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [])

  const logIn = (courseId: string) =>
    navigate(paths.login, { state: { next: paths.course(courseId) } })

  const conclude = async (courseId: string, outcome: PurchaseOutcome) => {
    const { kind } = outcome
    if (kind === 'bought') {
      await navigate(paths.paymentSuccess(outcome.razorpayPaymentId, outcome.courseId))
      return
    }
    if (kind === 'signed_out') {
      clearSession()
      await logIn(courseId)
      return
    }
    if (kind === 'dismissed' || kind === 'already_owned') {
      setState(idle)
      if (kind === 'already_owned') await navigate(paths.course(courseId))
      onMaybeOwned()
      return
    }
    const detail = kind === 'initiation_failed' ? outcome.detail : null
    setState({ courseId, isBusy: false, notice: { kind, detail } })
  }

  const run = async (session: Session, courseId: string): Promise<PurchaseOutcome> => {
    const { name: brandName } = site.brand
    const { checkoutScript } = site
    const onPending = () =>
      setState({ courseId, isBusy: true, notice: { kind: 'pending', detail: null } })
    try {
      const { startPurchase } = await import('./start-purchase.ts')
      return await startPurchase({ session, courseId, brandName, checkoutScript, onPending })
    } catch {
      // The flow itself could not be fetched: nothing has begun.
      return { kind: 'initiation_failed', detail: null }
    }
  }

  const buy = async (courseId: string) => {
    const session = readSession()
    if (session === null) {
      await logIn(courseId)
      return
    }
    if (isRunning.current) return
    isRunning.current = true
    setState({ courseId, isBusy: true, notice: null })
    const outcome = await run(session, courseId)
    isRunning.current = false
    await conclude(courseId, outcome)
  }

  return {
    ...state,
    buy: (courseId) => {
      void buy(courseId)
    },
  }
}
