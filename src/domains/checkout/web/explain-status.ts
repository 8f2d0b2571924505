import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import type { Payment } from '../contract.ts'

/** What a payment's status means for the person. Null where the status says it all. */
export function explainStatus({
  status,
  refund,
  returned,
  refund_by_mail,
}: Pick<Payment, 'status' | 'refund' | 'returned' | 'refund_by_mail'>): string | null {
  switch (status) {
    case 'completed': {
      const said = [
        returned > 0 && t('{amount} of it went back.', { amount: formatRupees(returned) }),
        refund_by_mail &&
          t(
            'Your guarantee holds. Razorpay gives nothing back after 180 days: please write to us.',
          ),
      ].filter((sentence) => sentence !== false)
      return said.join(' ') || null
    }
    case 'pending':
      return t(
        'Not paid yet, or the bank has not answered. If you paid, the course opens by itself.',
      )
    case 'failed':
      return t('No payment arrived. If money left your account, your bank sends it back by itself.')
    case 'refunded':
      return explainRefund(refund)
  }
}

function explainRefund(refund: Payment['refund']): string {
  if (!refund) return t('Your money is on its way back: usually 5 to 7 working days.')
  const amount = formatRupees(refund.amount)
  if (refund.status === 'processed') return t('{amount} was refunded.', { amount })
  if (refund.status === 'failed') {
    return t(
      'The refund did not reach you yet. It is tried again; if it does not come, please write to us.',
    )
  }
  return t('{amount} is on its way back: usually 5 to 7 working days.', { amount })
}
