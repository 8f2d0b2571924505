import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface PaidOutsideDialogProps {
  refundId: string
  learnerName: string
  onClose: () => void
  onDone: (message: string) => void
}

/** Closes a refund that Razorpay turned down, as its money went another way. */
export function PaidOutsideDialog({ refundId, learnerName, ...props }: PaidOutsideDialogProps) {
  return (
    <ReasonDialog
      title={t('Paid back outside Razorpay')}
      text={t(
        'Has {learner} got the money of this refund in another way? Razorpay is not asked for it any more.',
        { learner: learnerName },
      )}
      confirmLabel={t('It is paid back')}
      isDangerous
      reasonHint={t('How it was paid back, with its reference. It is kept in the audit log.')}
      act={(reason) =>
        call('POST /admin/refunds/:id/paid-outside', { params: { id: refundId }, body: { reason } })
      }
      {...props}
    />
  )
}
