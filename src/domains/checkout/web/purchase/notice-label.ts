import type { PurchaseNotice } from './purchase-notice.tsx'

export type NoticeKind =
  | 'initiation_failed'
  | 'verification_refused'
  | 'verification_undecided'
  | 'verification_refunded'
  | 'failed'
  | 'pending'
  | 'refunded'

/** The specification's sentence, whatever else is known beside it. */
const verificationFailed = 'Payment verification failed. Please contact support.'
const backInDays = 'The money is back in your account within 5 to 7 working days.'

const wordings: Record<NoticeKind, { tone: PurchaseNotice['tone']; texts: [string, ...string[]] }> =
  {
    initiation_failed: {
      tone: 'danger',
      texts: ['Payment initiation failed. Please try again.', 'Nothing was charged.'],
    },
    verification_refused: {
      tone: 'danger',
      texts: [
        verificationFailed,
        'Please do not pay again: if money left your account, we will find it.',
      ],
    },
    verification_undecided: {
      tone: 'danger',
      texts: [
        verificationFailed,
        'Your money is safe: we go on asking the bank, and your course is in My Courses as soon as it says yes.',
        'You need not pay again, and you may leave this page.',
      ],
    },
    verification_refunded: {
      tone: 'danger',
      texts: [
        verificationFailed,
        `This payment was not needed and is being refunded. ${backInDays}`,
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
      texts: ['This payment was not needed and is being refunded.', backInDays],
    },
  }

/** `detail`: what else is known of the reason, for people. */
export function noticeLabel(kind: NoticeKind, detail: string | null = null): PurchaseNotice {
  const { tone, texts } = wordings[kind]
  const [sentence, ...advice] = texts
  return { tone, sentence, more: detail === null ? advice : [detail, ...advice] }
}
