import { call } from '../../ui/call.ts'
import { type Session, storeSession } from '../../ui/session.ts'
import { loadCheckoutScript } from './checkout-script.ts'
import { needsRedirect, openCheckout } from './open-checkout.ts'
import { markRedirecting } from './pre-payment.ts'
import { type PurchaseOutcome, runPurchase } from './run-purchase.ts'

interface PurchaseStart {
  session: Session
  courseId: string
  brandName: string
  checkoutScript: string
  onPending: () => void
}

/** Runs a purchase in this browser: its storage, its window, its server. */
export async function startPurchase(start: PurchaseStart): Promise<PurchaseOutcome> {
  const { session, courseId, onPending } = start
  const shop = {
    brandName: start.brandName,
    courseId,
    origin: window.location.origin,
    userAgent: navigator.userAgent,
    themeColor: getComputedStyle(document.documentElement).getPropertyValue('--color-on-marigold'),
  }
  return runPurchase(
    {
      ask: call,
      storage: sessionStorage,
      loadScript: () => loadCheckoutScript(start.checkoutScript),
      openCheckout: (order) => {
        if (needsRedirect(shop)) markRedirecting(sessionStorage)
        return openCheckout(order, shop)
      },
      storeUser: (user) => storeSession({ token: session.token, user }),
      onPending,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      now: () => new Date(),
    },
    { session, courseId },
  )
}
