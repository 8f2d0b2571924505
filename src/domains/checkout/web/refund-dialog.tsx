import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { type Notice, noticesOf } from '../../../ui/notice.ts'
import { refreshUser } from '../../accounts/web/queries.ts'
import type { Payment } from '../contract.ts'
import { requestMyRefund } from './queries.ts'

interface RefundDialogProps {
  /** Null: nothing is asked. */
  payment: Payment | null
  onClose: () => void
  onNotice: (notice: Notice | null) => void
}

/** Says what a refund takes away before it is asked for. */
export function RefundDialog({ payment, onClose, onNotice }: RefundDialogProps) {
  const client = useQueryClient()
  const refund = useMutation({
    mutationFn: requestMyRefund,
    ...noticesOf(onNotice),
    onSettled: async (_answer, _error, id) => {
      if (payment?.id === id) onClose() // not what is asked by now about another
      // The course is closed on the server; this browser's list of owned courses may follow late.
      await Promise.allSettled([client.invalidateQueries(), refreshUser()])
    },
  })
  const isBundle = payment !== null && payment.bundle_id !== null
  const amount = payment ? formatRupees(payment.amount - payment.returned) : ''
  const values = { amount, course: payment?.course_title ?? '' }
  return (
    <AlertDialog
      isOpen={payment !== null}
      title={t('Ask for a refund?')}
      text={
        isBundle
          ? t(
              'You get {amount} back for “{course}”, usually within 5 to 7 working days. All its courses close at once, and their certificates, if you have any, are withdrawn; those that you have without this payment, too, stay.',
              values,
            )
          : t(
              'You get {amount} back for “{course}”, usually within 5 to 7 working days. The course closes at once, and its certificate, if you have one, is withdrawn, unless you have the course without this payment, too.',
              values,
            )
      }
      confirmLabel={t('Refund {amount}', { amount })}
      cancelLabel={isBundle ? t('Keep the courses') : t('Keep the course')}
      isDangerous
      isBusy={refund.isPending && refund.variables === payment?.id}
      onConfirm={() => payment && refund.mutate(payment.id)}
      onCancel={onClose}
    />
  )
}
