import { languagePath } from '../../../../shared/i18n/language.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { ItemForSale } from '../../../accounts/web/intended-purchase.ts'
import type { CheckoutOptions, CheckoutReply } from './checkout-script.ts'
import { isInAppBrowser } from './in-app-browser.ts'

interface Order {
  key: string
  amount: number
  currency: string
  order_id: string
  course_title: string
  user_name: string
  user_email: string
}

export interface Shop {
  brandName: string
  item: Pick<ItemForSale, 'id' | 'isBundle' | 'coupon'>
  origin: string
  userAgent: string
  /** The checkout's own colour, as CSS. */
  themeColor: string
}

type Listeners = Pick<CheckoutOptions, 'handler'> & { onDismiss: () => void }

/** What the provider's checkout is opened with; in in-app browsers it leads away and comes back. */
export function describeCheckout(order: Order, shop: Shop, listeners: Listeners): CheckoutOptions {
  const callback = new URL('/api/payment/callback', shop.origin)
  callback.searchParams.set(shop.item.isBundle ? 'bundle_id' : 'course_id', shop.item.id)
  if (shop.item.coupon) callback.searchParams.set('coupon', shop.item.coupon)
  const language = languagePath('').slice(1)
  if (language !== '') callback.searchParams.set('language', language)
  return {
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    name: shop.brandName,
    description: order.course_title,
    order_id: order.order_id,
    prefill: { name: order.user_name, email: order.user_email },
    theme: { color: shop.themeColor },
    modal: { ondismiss: listeners.onDismiss },
    handler: listeners.handler,
    ...(isInAppBrowser(shop.userAgent) && { callback_url: callback.href, redirect: true }),
  }
}

/** Opens the checkout over the page; resolves with its reply, or null if it was closed unpaid. */
export async function openCheckout(order: Order, shop: Shop): Promise<CheckoutReply | null> {
  const { Razorpay } = window
  if (!Razorpay) throw new Error(t('Failed to load Razorpay SDK'))
  return new Promise((resolve) => {
    const listeners = { handler: resolve, onDismiss: () => resolve(null) }
    new Razorpay(describeCheckout(order, shop, listeners)).open()
  })
}
