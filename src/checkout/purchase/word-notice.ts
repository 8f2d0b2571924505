import type { PurchaseNotice } from './purchase-notice.tsx'

export type NoticeKind =
  | 'initiation_failed'
  | 'verification_failed'
  | 'failed'
  | 'pending'
  | 'refunded'

const wordings: Record<NoticeKind, { tone: PurchaseNotice['tone']; texts: [string, string] }> = {
  initiation_failed: {
    tone: 'danger',
    texts: ['Payment initiation failed. Please try again.', 'Nothing was charged.'],
  },
  verification_failed: {
    tone: 'danger',
    texts: [
      'Payment verification failed. Please contact support.',
      'Please do not pay again: if money left your account, we will find it.',
    ],
  },
  failed: {
    tone: 'danger',
    texts: [
      'The payment did not go through. You can try again.',
      'If money left your account, your bank sends it back by itself.',
    ],
  },
  pending: {
    tone: 'warning',
    texts: [
      'Your payment is being confirmed. The course opens by itself as soon as it is.',
      'This can take a few minutes. You need not pay again, and you may leave this page.',
    ],
  },
  refunded: {
    tone: 'note',
    texts: [
      'This payment was not needed and is being refunded.',
      'The money is back in your account within 5 to 7 working days.',
    ],
  },
}

/** `detail`: what else is known of the reason, for people. */
export function wordNotice(kind: NoticeKind, detail: string | null = null): PurchaseNotice {
  const { tone, texts } = wordings[kind]
  const [sentence, advice] = texts
  return { tone, sentence, more: detail === null ? [advice] : [detail, advice] }
}
