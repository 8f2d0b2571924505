import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../http/endpoint.ts'
import { formatDate, formatDateTime } from '../../platform/format-date.ts'
import { formatRupees } from '../../platform/money.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import type { Column } from '../../ui/controls/data-table.tsx'
import { ShortId } from '../../ui/controls/short-id.tsx'
import type { listDeskRefunds, listDisputes, listSettlements } from '../contract.ts'
import { disputesQuery, refundsQuery, settlementsQuery } from './desk-queries.ts'
import { PagedTable } from './paged-table.tsx'

type Refund = AnswerOf<typeof listDeskRefunds>['refunds'][number]
type Dispute = AnswerOf<typeof listDisputes>['disputes'][number]
type Settlement = AnswerOf<typeof listSettlements>['settlements'][number]

const idLength = 10

/** Who paid for what, as every list here shows it. */
const buyer: Column<Pick<Refund, 'user_name' | 'user_email' | 'course_title'>>[] = [
  {
    heading: 'Buyer',
    cell: ({ user_name, user_email }) => (
      <>
        <span className="block">{user_name}</span>
        <span className="block break-all text-ink-soft">{user_email}</span>
      </>
    ),
  },
  { heading: 'Course', cell: ({ course_title }) => course_title },
]

export function RefundList({ state }: { state: 'waiting' | 'failed' }) {
  const found = useInfiniteQuery(refundsQuery(state))
  return (
    <PagedTable
      noun={state === 'failed' ? 'failed refunds' : 'refunds on the way'}
      found={found}
      rowsOf={({ refunds }) => refunds}
      keyOf={({ id }) => id}
      columns={describeRefundColumns(state)}
      empty={
        state === 'failed'
          ? { title: 'No refund has failed', text: 'Those that Razorpay turns down stand here.' }
          : { title: 'No refund is on its way', text: 'All that was asked for has gone back.' }
      }
    />
  )
}

function describeRefundColumns(state: 'waiting' | 'failed'): Column<Refund>[] {
  return [
    { heading: 'Asked for', cell: ({ created_at }) => formatDateTime(created_at) },
    ...buyer,
    { heading: 'Amount', cell: ({ amount }) => formatRupees(amount), isNumber: true },
    { heading: 'Why', cell: ({ cause }) => causes[cause] ?? cause },
    {
      heading: state === 'failed' ? 'What went wrong' : 'Tries',
      cell: ({ failure, attempts }) => (state === 'failed' ? (failure ?? '') : attempts),
    },
    {
      heading: 'Payment ID',
      cell: ({ razorpay_payment_id: id }) => <ShortId id={id} length={idLength} />,
    },
  ]
}

const causes: Record<string, string> = {
  duplicate: 'Paid twice',
  requested: 'Asked for by the learner',
  administrator: 'Given back by an administrator',
  mismatch: 'Wrong amount',
  provider: 'Refunded at Razorpay',
  dispute: 'Dispute lost',
}

const disputeColumns: Column<Dispute>[] = [
  {
    heading: 'Answer by',
    cell: ({ respond_by }) => (respond_by === null ? 'no date' : formatDate(respond_by)),
  },
  ...buyer,
  { heading: 'Payment', cell: ({ amount }) => formatRupees(amount), isNumber: true },
  {
    heading: 'Status',
    cell: ({ status }) => <Badge tone="waiting">{status.replaceAll('_', ' ')}</Badge>,
  },
  {
    heading: 'Payment ID',
    cell: ({ razorpay_payment_id: id }) => <ShortId id={id} length={idLength} />,
  },
]

export function DisputeList() {
  const found = useInfiniteQuery(disputesQuery)
  return (
    <PagedTable
      noun="open disputes"
      found={found}
      rowsOf={({ disputes }) => disputes}
      keyOf={({ id }) => id}
      columns={disputeColumns}
      empty={{
        title: 'No open disputes',
        text: 'When a bank questions a payment, it appears here.',
      }}
    />
  )
}

const settlementColumns: Column<Settlement>[] = [
  { heading: 'Settled', cell: ({ settled_at }) => formatDateTime(settled_at) },
  { heading: 'Reference (UTR)', cell: ({ utr }) => <span className="break-all">{utr}</span> },
  { heading: 'Lines', cell: ({ lines }) => lines.toLocaleString('en-IN'), isNumber: true },
  {
    heading: 'Payments',
    cell: ({ credit, fee }) => formatRupees(credit + fee),
    isNumber: true,
  },
  { heading: 'Taken back', cell: ({ debit }) => formatRupees(debit), isNumber: true },
  { heading: 'Fee with GST', cell: ({ fee }) => formatRupees(fee), isNumber: true },
  {
    heading: 'Paid out',
    cell: ({ net }) => <span className="font-medium">{formatRupees(net)}</span>,
    isNumber: true,
  },
]

export function SettlementList() {
  const found = useInfiniteQuery(settlementsQuery)
  return (
    <PagedTable
      noun="settlements"
      found={found}
      rowsOf={({ settlements }) => settlements}
      keyOf={({ id }) => id}
      columns={settlementColumns}
      empty={{
        title: 'No settlements yet',
        text: 'Razorpay pays out two working days after a payment.',
      }}
    />
  )
}
