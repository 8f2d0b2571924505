import { msg } from '../../../../shared/i18n/translate.ts'
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
const verificationFailed = msg('Payment verification failed. Please contact support.')

const wordings: Record<NoticeKind, { tone: PurchaseNotice['tone']; texts: [string, ...string[]] }> =
  {
    initiation_failed: {
      tone: 'danger',
      texts: [msg('Payment initiation failed. Please try again.'), msg('Nothing was charged.')],
    },
    verification_refused: {
      tone: 'danger',
      texts: [
        verificationFailed,
        msg('Please do not pay again: if money left your account, we will find it.'),
      ],
    },
    verification_undecided: {
      tone: 'danger',
      texts: [
        verificationFailed,
        msg(
          'Your money is safe: we go on asking the bank, and your course is in My Courses as soon as it says yes.',
        ),
        msg('You need not pay again, and you may leave this page.'),
      ],
    },
    verification_refunded: {
      tone: 'danger',
      texts: [
        verificationFailed,
        msg(
          'This payment opened nothing new and is being refunded. The money is back in your account within 5 to 7 working days.',
        ),
      ],
    },
    failed: {
      tone: 'danger',
      texts: [
        msg('The payment did not go through. You can try again.'),
        msg('If money left your account, your bank sends it back by itself.'),
      ],
    },
    pending: {
      tone: 'warning',
      texts: [
        msg('Your payment is being confirmed. The course opens by itself as soon as it is.'),
        msg('This can take a few minutes. You need not pay again, and you may leave this page.'),
      ],
    },
    refunded: {
      tone: 'note',
      texts: [
        msg('This payment opened nothing new and is being refunded.'),
        msg('The money is back in your account within 5 to 7 working days.'),
      ],
    },
  }

/** `detail`: what else is known of the reason, for people. */
export function noticeLabel(kind: NoticeKind, detail: string | null = null): PurchaseNotice {
  const { tone, texts } = wordings[kind]
  const [sentence, ...advice] = texts
  return { tone, sentence, more: detail === null ? advice : [detail, ...advice] }
}
