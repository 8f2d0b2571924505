import type { AdminPayment } from '../../checkout/contract.ts'
import { describeCompletion } from '../../checkout/screens/describe-completion.ts'
import { StatusBadge } from '../../ui/controls/badge.tsx'
import { type Column, DataTable } from '../../ui/controls/data-table.tsx'
import { ShortId } from '../../ui/controls/short-id.tsx'
import { formatDateTime, formatRupees } from '../../ui/format.ts'
import { type PaymentSort, type PaymentsView, sortBy } from './payments-view.ts'

const idLength = 10

interface PaymentsTableProps {
  payments: AdminPayment[]
  view: PaymentsView
  onView: (view: PaymentsView) => void
  onOpen: (paymentId: string) => void
}

export function PaymentsTable({ payments, ...rest }: PaymentsTableProps) {
  return (
    <DataTable
      caption="Payments"
      columns={describeColumns(rest)}
      rows={payments}
      keyOf={(payment) => payment.id}
    />
  )
}

function describeColumns({
  view,
  onView,
  onOpen,
}: Omit<PaymentsTableProps, 'payments'>): Column<AdminPayment>[] {
  const sort = (by: PaymentSort) => ({
    direction: directionOf(view, by),
    onSort: () => onView(sortBy(view, by)),
  })
  return [
    {
      heading: 'Created',
      cell: (payment) => formatDateTime(payment.created_at),
      sort: sort('created'),
    },
    {
      heading: 'Completed',
      cell: describeCompletion,
      sort: sort('completed'),
    },
    {
      heading: 'User',
      cell: (payment) => (
        <>
          <span className="block">{payment.user_name}</span>
          <span className="block break-all text-ink-soft">{payment.user_email}</span>
        </>
      ),
      sort: sort('user'),
    },
    { heading: 'Course', cell: (payment) => payment.course_title, sort: sort('course') },
    {
      heading: 'Amount',
      cell: (payment) => formatRupees(payment.amount),
      isNumber: true,
      sort: sort('amount'),
    },
    { heading: 'Status', cell: (payment) => <StatusBadge status={payment.status} /> },
    {
      heading: 'Payment ID',
      cell: ({ id, razorpay_payment_id }) => (
        <>
          {razorpay_payment_id === null ? (
            <span className="text-ink-soft">none yet</span>
          ) : (
            <ShortId id={razorpay_payment_id} length={idLength} />
          )}
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="text-link block max-sm:ml-auto"
          >
            Why?
          </button>
        </>
      ),
    },
  ]
}

function directionOf(
  { sort, direction }: PaymentsView,
  by: PaymentSort,
): 'ascending' | 'descending' | 'none' {
  if (sort !== by) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}
