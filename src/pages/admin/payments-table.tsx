import { useState } from 'react'
import type { AdminPayment } from '../../domains/checkout/contract.ts'
import {
  describeCompletion,
  describeNoPayment,
} from '../../domains/checkout/web/describe-completion.ts'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { formatRupees } from '../../shared/money.ts'
import { StatusBadge } from '../../ui/controls/badge.tsx'
import { type Column, DataTable } from '../../ui/controls/data-table.tsx'
import { ShortId } from '../../ui/controls/short-id.tsx'
import { rich } from '../../ui/rich.tsx'
import { type FoldedPayment, foldRepeats } from './fold-repeats.ts'
import type { PaymentSort, PaymentsView } from './payments-view.ts'

const idLength = 10

interface PaymentsTableProps {
  payments: AdminPayment[]
  view: PaymentsView
  onSort: (sort: PaymentSort) => void
  onOpen: (paymentId: string) => void
}

/** A payment as it stands in the table; earlier tries only while they are unfolded. */
interface Row {
  payment: AdminPayment
  /** Null: it is itself an earlier try. */
  earlierTries: number | null
  isUnfolded: boolean
}

export function PaymentsTable({ payments, ...rest }: PaymentsTableProps) {
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const onFold = (id: string) =>
    setUnfolded((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  return (
    <DataTable
      caption={t('Payments')}
      columns={describeColumns({ ...rest, onFold })}
      rows={foldRepeats(payments).flatMap((folded) => listRows(folded, unfolded))}
      keyOf={({ payment }) => payment.id}
      narrow="lines"
      isQuiet={({ earlierTries }) => earlierTries === null}
    />
  )
}

function listRows({ payment, earlierTries }: FoldedPayment, unfolded: readonly string[]): Row[] {
  const isUnfolded = unfolded.includes(payment.id)
  const first = { payment, earlierTries: earlierTries.length, isUnfolded }
  if (!isUnfolded) return [first]
  const others = earlierTries.map((one) => ({
    payment: one,
    earlierTries: null,
    isUnfolded: false,
  }))
  return [first, ...others]
}

type ColumnsInput = Omit<PaymentsTableProps, 'payments'> & { onFold: (paymentId: string) => void }

function describeColumns({ view, onSort, onOpen, onFold }: ColumnsInput): Column<Row>[] {
  const sort = (by: PaymentSort) => ({
    direction: directionOf(view, by),
    onSort: () => onSort(by),
  })
  return [
    {
      heading: t('Created'),
      cell: (row) => (
        <>
          {row.payment.created_at ? formatDateTime(row.payment.created_at) : t('N/A')}
          <FoldButton row={row} onFold={onFold} />
        </>
      ),
      sort: sort('created'),
      inLines: 'max-sm:order-6 max-sm:text-ink-soft max-sm:text-xs',
    },
    {
      heading: t('Completed'),
      cell: ({ payment }) => describeCompletion(payment),
      sort: sort('completed'),
    },
    {
      heading: t('User'),
      cell: ({ payment }) => (
        <>
          <span className="sm:block">{payment.user_name}</span>
          <span className="block break-all text-ink-soft max-sm:hidden">{payment.user_email}</span>
        </>
      ),
      sort: sort('user'),
      // The widths fill the first line, so that the second one always begins with the amount.
      inLines: 'max-sm:order-2 max-sm:min-w-[calc(60%-5rem)] max-sm:flex-2 max-sm:truncate',
    },
    {
      heading: t('Course'),
      cell: ({ payment }) => payment.course_title,
      sort: sort('course'),
      inLines: 'max-sm:order-1 max-sm:min-w-2/5 max-sm:flex-3 max-sm:truncate max-sm:font-medium',
    },
    {
      heading: t('Amount'),
      cell: ({ payment }) => formatRupees(payment.amount),
      isNumber: true,
      sort: sort('amount'),
      inLines: 'max-sm:order-4',
    },
    {
      heading: t('Status'),
      cell: ({ payment }) => <StatusBadge status={payment.status} />,
      inLines: 'max-sm:order-5',
    },
    {
      heading: t('Payment ID'),
      cell: ({ payment: { id, amount, razorpay_payment_id, course_title, user_name } }) => (
        <>
          <span className="max-sm:hidden">
            {razorpay_payment_id === null ? (
              <span className="text-ink-soft">{describeNoPayment({ amount })}</span>
            ) : (
              <ShortId id={razorpay_payment_id} length={idLength} />
            )}
          </span>
          <button type="button" onClick={() => onOpen(id)} className="text-link block max-lg:py-1">
            {rich('Details<spoken> of {course_title} for {user_name}</spoken>', {
              spoken: <span className="sr-only" />,
              course_title,
              user_name,
            })}
          </button>
        </>
      ),
      inLines: 'max-sm:order-3',
    },
  ]
}

function FoldButton({ row, onFold }: { row: Row; onFold: ColumnsInput['onFold'] }) {
  const { payment, earlierTries, isUnfolded } = row
  if (earlierTries === null || earlierTries === 0) return null
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={() => onFold(payment.id)}
      className="text-link block py-1"
    >
      {t('{count, plural, one {# earlier try} other {# earlier tries}}', { count: earlierTries })}
    </button>
  )
}

function directionOf(
  { sort, direction }: PaymentsView,
  by: PaymentSort,
): 'ascending' | 'descending' | 'none' {
  if (sort !== by) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}
