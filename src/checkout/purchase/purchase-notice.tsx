import { Alert } from '../../ui/controls/alert.tsx'

export interface PurchaseNotice {
  kind: 'initiation_failed' | 'verification_failed' | 'failed' | 'pending' | 'refunded'
  /** What else is known of the reason. */
  detail: string | null
}

interface Wording {
  tone: 'danger' | 'warning' | 'success' | 'note'
  sentence: string
  advice: string | null
}

const wordings: Record<PurchaseNotice['kind'], Wording> = {
  initiation_failed: {
    tone: 'danger',
    sentence: 'Payment initiation failed. Please try again.',
    advice: 'Nothing was charged.',
  },
  verification_failed: {
    tone: 'danger',
    sentence: 'Payment verification failed. Please contact support.',
    advice: 'Please do not pay again: if money left your account, we will find it.',
  },
  failed: {
    tone: 'danger',
    sentence: 'The payment did not go through. You can try again.',
    advice: 'If money left your account, your bank sends it back by itself.',
  },
  pending: {
    tone: 'warning',
    sentence: 'Your payment is being confirmed. The course opens by itself as soon as it is.',
    advice: 'This can take a few minutes. You need not pay again, and you may leave this page.',
  },
  refunded: {
    tone: 'note',
    sentence: 'This payment was not needed and is being refunded.',
    advice: 'The money is back in your account within 5 to 7 working days.',
  },
}

/** Tells how a purchase stands when it did not simply end on the success page. */
export function PurchaseNoticeBox({ notice }: { notice: PurchaseNotice }) {
  const { tone, sentence, advice } = wordings[notice.kind]
  const more = [notice.detail, advice].filter((text) => text !== null)
  return (
    <div className="text-sm">
      <Alert
        tone={tone}
        detail={more.map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      >
        {sentence}
      </Alert>
    </div>
  )
}
