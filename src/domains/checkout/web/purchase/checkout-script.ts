import { t } from '../../../../shared/i18n/translate.ts'

/** What the checkout brings back after a payment. */
export interface CheckoutReply {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface CheckoutOptions {
  key: string
  /** Paise. */
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
  handler: (reply: CheckoutReply) => void
  /** With `redirect`: the checkout leads away and posts its reply there. */
  callback_url?: string
  redirect?: boolean
}

declare global {
  interface Window {
    Razorpay?: new (options: CheckoutOptions) => { open: () => void }
  }
}

const timeoutInMs = 20_000
let loading: Promise<void> | undefined

/** Loads the provider's script once a page. A failure is forgotten, so the next try starts anew. */
export async function loadCheckoutScript(source: string): Promise<void> {
  if (window.Razorpay) return
  loading ??= appendScript(source).finally(() => {
    loading = undefined
  })
  await loading
}

function appendScript(source: string): Promise<void> {
  const script = document.createElement('script')
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => conclude(), timeoutInMs)
    const conclude = () => {
      clearTimeout(timer)
      if (window.Razorpay) {
        resolve()
        return
      }
      script.remove()
      reject(new Error(t('Failed to load Razorpay SDK')))
    }
    script.addEventListener('load', conclude)
    script.addEventListener('error', conclude)
    script.src = window.trusted?.createScriptURL(source) ?? source
    script.async = true
    document.head.append(script)
  })
}
