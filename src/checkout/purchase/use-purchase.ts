import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { readSession, type Session } from '../../ui/session.ts'
import { useSite } from '../../ui/site.ts'
import type { PurchaseEnd } from './conclude-purchase.ts'
import type { PurchaseIntention } from './intended-purchase.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'

export interface Purchase {
  /** The course that is being bought, or that the notice is about; null before the first try. */
  courseId: string | null
  isBusy: boolean
  notice: PurchaseNotice | null
  buy: (course: CourseForSale) => void
}

export type CourseForSale = Pick<PurchaseIntention, 'id' | 'title' | 'price' | 'thumbnail'>

const idle = { courseId: null, isBusy: false, notice: null }

/** The flow itself could not be fetched: nothing has begun. */
const unfetched: PurchaseNotice = {
  tone: 'danger',
  sentence: 'Payment initiation failed. Please try again.',
  more: ['Nothing was charged.'],
}

/**
 * Buys a course from wherever the button stands. The flow itself is fetched on the first press.
 * `onMaybeOwned` is called when the course may have become the buyer's without a success page.
 */
export function usePurchase({ onMaybeOwned }: { onMaybeOwned: () => void }): Purchase {
  const navigate = useNavigate()
  const { brand, checkoutScript } = useSite()
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

  const logIn = ({ id, title, price, thumbnail }: CourseForSale, isReturning: boolean) => {
    const pressedAt = Date.now()
    const intention: PurchaseIntention = { id, title, price, thumbnail, pressedAt, isReturning }
    return navigate(paths.login, { state: { next: paths.course(id), intention } })
  }

  const run = async (session: Session, courseId: string): Promise<PurchaseEnd> => {
    const onPending = (notice: PurchaseNotice) => setState({ courseId, isBusy: true, notice })
    try {
      const { startPurchase } = await import('./start-purchase.ts')
      const { name: brandName } = brand
      return await startPurchase({ session, courseId, brandName, checkoutScript, onPending })
    } catch {
      return { notice: unfetched }
    }
  }

  const buy = async (course: CourseForSale) => {
    const { id: courseId } = course
    const session = readSession()
    if (session === null) return logIn(course, false)
    if (isRunning.current) return
    isRunning.current = true
    setState({ courseId, isBusy: true, notice: null })
    const { goTo, isSignedOut, mayBeOwned, notice } = await run(session, courseId)
    isRunning.current = false
    if (isSignedOut) return logIn(course, true)
    if (mayBeOwned) setState(idle)
    if (notice) setState({ courseId, isBusy: false, notice })
    if (goTo) await navigate(goTo)
    if (mayBeOwned) onMaybeOwned()
  }

  return {
    ...state,
    buy: (course) => {
      void buy(course)
    },
  }
}
