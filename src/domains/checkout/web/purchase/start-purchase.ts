import { call } from '../../../../ui/call.ts'
import type { Session } from '../../../../ui/session.ts'
import { updateUser } from '../../../../ui/update-user.ts'
import type { ItemForSale } from '../../../accounts/web/intended-purchase.ts'
import { loadCheckoutScript } from './checkout-script.ts'
import { concludePurchase, type PurchaseEnd } from './conclude-purchase.ts'
import { noticeLabel } from './notice-label.ts'
import { openCheckout } from './open-checkout.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'
import { runPurchase } from './run-purchase.ts'

interface PurchaseStart {
  session: Session
  item: ItemForSale
  brandName: string
  checkoutScript: string
  onPending: (notice: PurchaseNotice) => void
}

/**
 * Runs a purchase in this browser: its storage, its window, its server. Whoever has gone on to another
 * page meanwhile, as they are told they may, is not fetched back from there: what they see is read again.
 */
export async function startPurchase(start: PurchaseStart): Promise<PurchaseEnd> {
  const { session, item, onPending } = start
  const { pathname } = window.location
  const shop = {
    brandName: start.brandName,
    item,
    origin: window.location.origin,
    userAgent: navigator.userAgent,
    themeColor: getComputedStyle(document.documentElement).getPropertyValue('--color-on-marigold'),
  }
  const outcome = await runPurchase(
    {
      ask: call,
      storage: sessionStorage,
      loadScript: () => loadCheckoutScript(start.checkoutScript),
      openCheckout: (order) => openCheckout(order, shop),
      storeUser: (user) => updateUser(session.token, user),
      askPlace: async (refusal) => {
        const { requestPlaceOverPage } = await import('./request-place-over-page.tsx')
        return requestPlaceOverPage(refusal)
      },
      onPending: () => onPending(noticeLabel('pending')),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      now: () => new Date(),
    },
    { session, item },
  )
  const end = concludePurchase(item, outcome)
  return window.location.pathname === pathname
    ? end
    : { mayBeOwned: true, ...(end.notice && { notice: end.notice }) }
}
