import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { getPayment } from '../../domains/admin/contract.ts'
import {
  describeCompletion,
  describeNoPayment,
} from '../../domains/checkout/web/describe-completion.ts'
import { describeDiscount } from '../../domains/checkout/web/describe-discount.ts'
import { saveTaxDocument, taxDocumentsOf } from '../../domains/checkout/web/tax-documents-of.ts'
import { describeRefundCause } from '../../domains/finance/web/describe-refund-cause.ts'
import { useRights } from '../../domains/staff/web/use-rights.ts'
import type { ResponseOf } from '../../http/endpoint.ts'
import { useMutation } from '../../http/web/use-mutation.ts'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { formatRupees } from '../../shared/money.ts'
import { isTooOldToRefund, tooOldToRefund } from '../../shared/refundable.ts'
import { call } from '../../ui/call.ts'
import { AlertDialog } from '../../ui/controls/alert-dialog.tsx'
import { StatusBadge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import type { Notice } from '../../ui/notice.ts'
import { paymentQuery, paymentsKey } from './queries.ts'

type Story = ResponseOf<typeof getPayment>

interface PaymentDialogProps {
  /** Null: closed. */
  paymentId: string | null
  onClose: () => void
  onNotice: (notice: Notice | null) => void
}

/** Why a payment stands as it does: all that was heard of it, its refunds, the access it gave. */
export function PaymentDialog({ paymentId, onClose, onNotice }: PaymentDialogProps) {
  return (
    <Dialog isOpen={paymentId !== null} onClose={onClose} title={t('Payment')} isWide>
      {paymentId !== null && (
        <PaymentStory paymentId={paymentId} onClose={onClose} onNotice={onNotice} />
      )}
    </Dialog>
  )
}

type PaymentStoryProps = Omit<PaymentDialogProps, 'paymentId'> & { paymentId: string }

function PaymentStory({ paymentId, onClose, onNotice }: PaymentStoryProps) {
  const { data: story, isError, isFetching, refetch } = useQuery(paymentQuery(paymentId))
  const refund = useRefund(paymentId, { onClose, onNotice })
  const { may } = useRights()
  if (isError)
    return (
      <LoadFailure
        sentence={t('This payment cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    )
  if (story === undefined) return <Skeleton label={t('Loading the payment')} className="h-64" />
  const { payment } = story
  const isBundle = payment.bundle_id !== null
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
        <Fact name={isBundle ? t('Bundle') : t('Course')}>{payment.course_title}</Fact>
        {isBundle && (
          <Fact name={t('Its courses')}>
            {story.items.map(({ course_id, course_title, amount }) => (
              <span key={course_id} className="block">
                {course_title}, {formatRupees(amount)}
              </span>
            ))}
          </Fact>
        )}
        <Fact name={t('Learner')}>
          {payment.user_name}, {payment.user_email}
        </Fact>
        <Fact name={t('Amount')}>{formatRupees(payment.amount)}</Fact>
        {payment.discount > 0 && <Fact name={t('Discount')}>{describeDiscount(payment)}</Fact>}
        <Fact name={t('Status')}>
          <StatusBadge status={payment.status} />
        </Fact>
        {payment.returned > 0 && (
          <Fact name={t('Went back')}>{formatRupees(payment.returned)}</Fact>
        )}
        <Fact name={t('Created')}>{formatDateTime(payment.created_at)}</Fact>
        <Fact name={t('Completed')}>{describeCompletion(payment)}</Fact>
        <Fact name={t('Order')}>{story.order_id ?? describeNoPayment(payment)}</Fact>
        <Fact name={t('Payment ID')}>
          {payment.razorpay_payment_id ?? describeNoPayment(payment)}
        </Fact>
        {payment.receipt_number !== null && (
          <Fact name={t('Receipt')}>{payment.receipt_number}</Fact>
        )}
        {taxDocumentsOf(payment).map((document) => (
          <Fact key={document.number} name={document.label}>
            <TaxDocumentButton payment={payment} document={document} onNotice={onNotice} />
          </Fact>
        ))}
      </dl>
      <Entries
        heading={t('What happened')}
        entries={story.timeline.map(({ at, source, text }) => ({ at, text, note: source }))}
      />
      <Entries heading={t('Refunds')} entries={story.refunds.map(describeRefund)} />
      <Entries
        heading={t('Access to the course')}
        entries={story.access.map(({ at, change, reason }) => ({
          at,
          text: reason,
          note: change === 'grant' ? t('opened') : t('closed'),
        }))}
      />
      {payment.status === 'completed' && payment.razorpay_payment_id !== null && may('refunds') && (
        <p className="mt-6">
          {isTooOldToRefund(payment.completed_at) ? (
            t(tooOldToRefund)
          ) : (
            <Button variant="secondary" size="small" onClick={() => refund.setIsAsking(true)}>
              {t('Refund this payment')}
            </Button>
          )}
        </p>
      )}
      <AlertDialog
        isOpen={refund.isAsking}
        title={t('Refund')}
        text={t(
          'Give {amount} back to {learner} and close {what, select, bundle {its courses} other {the course}}? What a gift or another payment opens, too, stays open.',
          {
            amount: formatRupees(payment.amount - payment.returned),
            learner: payment.user_name,
            what: isBundle ? 'bundle' : 'course',
          },
        )}
        confirmLabel={t('Refund')}
        isDangerous
        isBusy={refund.isBusy}
        onConfirm={refund.confirm}
        onCancel={() => refund.setIsAsking(false)}
      />
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1.5">{children}</dd>
    </>
  )
}

interface TaxDocumentButtonProps extends Pick<PaymentDialogProps, 'onNotice'> {
  payment: Story['payment']
  document: ReturnType<typeof taxDocumentsOf>[number]
}

/** The number, which saves the document as a PDF. */
function TaxDocumentButton({ payment, document, onNotice }: TaxDocumentButtonProps) {
  const save = useMutation({
    mutationFn: () => saveTaxDocument(payment, document, 'admin/payments'),
    onError: (error) => onNotice({ tone: 'danger', text: error.message }),
  })
  return (
    <button
      type="button"
      className="text-link"
      aria-busy={save.isPending}
      onClick={() => save.mutate()}
    >
      {document.number}
    </button>
  )
}

interface Entry {
  at: string
  text: string
  note: string
}

function Entries({ heading, entries }: { heading: string; entries: Entry[] }) {
  if (entries.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="text-lg">{heading}</h3>
      <ol className="mt-2 grid gap-2 border-s-2 border-line ps-4 text-sm">
        {entries.map((entry) => (
          <li key={`${entry.at}${entry.note}${entry.text}`}>
            <span className="block text-ink-soft tabular-nums">
              {formatDateTime(entry.at)} · {entry.note}
            </span>
            {entry.text}
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeRefund(refund: Story['refunds'][number]): Entry {
  const { created_at: at, amount, cause, status } = refund
  return { at, text: `${formatRupees(amount)}: ${describeRefundCause(cause)}`, note: status }
}

function useRefund(
  payment_id: string,
  { onClose, onNotice }: Pick<PaymentDialogProps, 'onClose' | 'onNotice'>,
) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const refund = useMutation({
    mutationFn: () =>
      call('POST /admin/payments/:payment_id/refund', {
        params: { payment_id },
      }),
    onSuccess: ({ message }) => {
      onNotice({ tone: 'success', text: message })
      return client.invalidateQueries({ queryKey: paymentsKey })
    },
    onError: (error) =>
      onNotice({
        tone: 'danger',
        text: t('The refund failed: {message}', { message: error.message }),
      }),
    onSettled: () => {
      setIsAsking(false)
      onClose()
    },
  })
  return { isAsking, setIsAsking, isBusy: refund.isPending, confirm: () => refund.mutate() }
}
