import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../paths.ts'
import { msg } from '../../../../shared/i18n/translate.ts'
import { readSession, type Session } from '../../../../ui/session.ts'
import { useSite } from '../../../../ui/site.ts'
import type { ItemForSale, PurchaseIntention } from '../../../accounts/web/intended-purchase.ts'
import type { PurchaseEnd } from './conclude-purchase.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'

export interface Purchase {
  /** The course or bundle that is being bought, or that the notice is about; null before the first try. */
  itemId: string | null
  isBusy: boolean
  notice: PurchaseNotice | null
  buy: (item: ItemForSale) => void
}

const idle = { itemId: null, isBusy: false, notice: null }

/** The flow itself could not be fetched: nothing has begun. */
const unfetched: PurchaseNotice = {
  tone: 'danger',
  sentence: msg('Payment initiation failed. Please try again.'),
  more: [msg('Nothing was charged.')],
}

/**
 * Buys a course or a bundle from wherever the button stands. The flow itself is fetched on the first
 * press. `onMaybeOwned` is called when it may have become the buyer's without a success page, or costs
 * something else than was shown.
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

  const logIn = (item: ItemForSale, isReturning: boolean) => {
    const path = item.path ?? paths.course(item.id)
    const intention: PurchaseIntention = { ...item, path, pressedAt: Date.now(), isReturning }
    return navigate(paths.login, { state: { next: path, intention } })
  }

  const run = async (session: Session, item: ItemForSale): Promise<PurchaseEnd> => {
    const onPending = (notice: PurchaseNotice) =>
      setState({ itemId: item.id, isBusy: true, notice })
    try {
      const { startPurchase } = await import('./start-purchase.ts')
      const { name: brandName } = brand
      return await startPurchase({ session, item, brandName, checkoutScript, onPending })
    } catch {
      return { notice: unfetched }
    }
  }

  const buy = async (item: ItemForSale) => {
    const itemId = item.id
    const session = readSession()
    if (session === null) return logIn(item, false)
    if (isRunning.current) return
    isRunning.current = true
    setState({ itemId, isBusy: true, notice: null })
    const { goTo, state, isSignedOut, mayBeOwned, notice } = await run(session, item)
    isRunning.current = false
    if (isSignedOut) return logIn(item, true)
    if (mayBeOwned) setState(idle)
    if (notice) setState({ itemId, isBusy: false, notice })
    if (goTo) await navigate(goTo, { state })
    if (mayBeOwned) onMaybeOwned()
  }

  return {
    ...state,
    buy: (item) => {
      void buy(item)
    },
  }
}
