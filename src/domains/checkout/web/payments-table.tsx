import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { call } from '../../../ui/call.ts'
import { StatusBadge } from '../../../ui/controls/badge.tsx'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { ShortId } from '../../../ui/controls/short-id.tsx'
import { type Notice, noticesOf } from '../../../ui/notice.ts'
import { pdfFromBase64, saveFile } from '../../../ui/save-file.ts'
import type { Payment } from '../contract.ts'
import { describeCompletion, describeNoPayment } from './describe-completion.ts'
import { describeDiscount } from './describe-discount.ts'
import { explainStatus } from './explain-status.ts'
import { type NamedDocument, saveTaxDocument, taxDocumentsOf } from './tax-documents-of.ts'

interface PaymentActions {
  onRefund: (payment: Payment) => void
  onNotice: (notice: Notice | null) => void
}

interface PaymentsTableProps extends PaymentActions {
  payments: readonly Payment[]
}

export function PaymentsTable({ payments, ...actions }: PaymentsTableProps) {
  return (
    <DataTable
      caption={t('Your payments, newest first')}
      columns={listColumns(actions)}
      rows={payments}
      keyOf={({ id }) => id}
    />
  )
}

const shownOfId = 12

const listColumns = (actions: PaymentActions): Column<Payment>[] => [
  {
    heading: t('Created'),
    cell: (payment) => (payment.created_at ? formatDateTime(payment.created_at) : t('N/A')),
  },
  {
    heading: t('Completed'),
    cell: describeCompletion,
  },
  { heading: t('Course'), cell: (payment) => payment.course_title },
  {
    heading: t('Amount'),
    isNumber: true,
    cell: (payment) => (
      <>
        {formatRupees(payment.amount)}
        {payment.discount > 0 && (
          <span className="mt-1 block text-xs text-ink-soft">{describeDiscount(payment)}</span>
        )}
      </>
    ),
  },
  { heading: t('Status'), cell: (payment) => <PaymentStatus payment={payment} /> },
  {
    heading: t('Payment ID'),
    cell: (payment) =>
      payment.razorpay_payment_id === null ? (
        describeNoPayment(payment)
      ) : (
        <ShortId id={payment.razorpay_payment_id} length={shownOfId} />
      ),
  },
  {
    heading: t('Actions'),
    isWide: true,
    cell: (payment) => <PaymentActions payment={payment} {...actions} />,
  },
]

function PaymentStatus({ payment }: { payment: Payment }) {
  const explanation = explainStatus(payment)
  return (
    <>
      <StatusBadge status={payment.status} />
      {explanation !== null && (
        <span className="mt-1 block max-w-56 text-xs text-ink-soft max-lg:ms-auto">
          {explanation}
        </span>
      )}
    </>
  )
}

/** What can be done depends on the payment: a course to open, a receipt to keep, money to ask back. */
function PaymentActions({ payment, onRefund, onNotice }: PaymentActions & { payment: Payment }) {
  const { onMutate, onError } = noticesOf(onNotice)
  const receipt = useMutation({
    mutationFn: () =>
      call('GET /my-payments/:payment_id/receipt', { params: { payment_id: payment.id } }),
    onMutate,
    onSuccess: ({ pdf_data, download_filename }) =>
      saveFile(pdfFromBase64(pdf_data), download_filename),
    onError,
  })
  const taxDocument = useMutation({
    mutationFn: (document: NamedDocument) => saveTaxDocument(payment, document),
    onMutate,
    onError,
  })
  const isCompleted = payment.status === 'completed'
  const { receipt_number: receiptNumber } = payment
  const hasDocument = taxDocumentsOf(payment).length > 0
  if (!isCompleted && receiptNumber === null && !hasDocument && !payment.can_refund) return null
  return (
    <span className="grid gap-1 max-lg:pt-1">
      {isCompleted && (
        <span className="flex flex-wrap gap-1.5 max-lg:*:grow xl:min-w-64">
          {payment.bundle_id === null ? (
            <>
              <LinkButton to={paths.course(payment.course_id)} variant="secondary" size="small">
                {t('View Course')}
              </LinkButton>
              <LinkButton
                to={paths.certificate(payment.course_id)}
                variant="secondary"
                size="small"
              >
                {t('Certificate')}
              </LinkButton>
            </>
          ) : (
            <LinkButton to={paths.myCourses} variant="secondary" size="small">
              {t('View Courses')}
            </LinkButton>
          )}
        </span>
      )}
      <span className="flex flex-wrap gap-x-4 max-lg:justify-between">
        {receiptNumber !== null && (
          <button
            type="button"
            title={t('Receipt {number}', { number: receiptNumber })}
            aria-busy={receipt.isPending}
            onClick={() => receipt.mutate()}
            className={quietAction}
          >
            {t('Receipt')}
          </button>
        )}
        {taxDocumentsOf(payment).map((document) => (
          <button
            key={document.number}
            type="button"
            title={`${document.label} ${document.number}`}
            aria-busy={taxDocument.isPending}
            onClick={() => taxDocument.mutate(document)}
            className={quietAction}
          >
            {document.label}
          </button>
        ))}
        {payment.can_refund && (
          <button type="button" onClick={() => onRefund(payment)} className={quietAction}>
            {t('Ask for a refund')}
          </button>
        )}
      </span>
    </span>
  )
}

const quietAction = 'text-link min-h-8'
