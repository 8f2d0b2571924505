import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { amountColumn, countColumn, timeColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { ShortId } from '../../../ui/controls/short-id.tsx'
import { rich } from '../../../ui/rich.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import type { listDisputes, listFinanceRefunds, listSettlements } from '../contract.ts'
import { describeRefundCause } from './describe-refund-cause.ts'
import { disputesQuery, refundsQuery, settlementsQuery } from './finance-queries.ts'

type Refund = ResponseOf<typeof listFinanceRefunds>['refunds'][number]
type Dispute = ResponseOf<typeof listDisputes>['disputes'][number]
type Settlement = ResponseOf<typeof listSettlements>['settlements'][number]

const idLength = 10

/** Who paid for what, as every list here shows it. */
const buyer: Column<Pick<Refund, 'user_name' | 'user_email' | 'course_title'>>[] = [
  {
    heading: msg('Buyer'),
    cell: ({ user_name, user_email }) => (
      <>
        <span className="block">{user_name}</span>
        <span className="block break-all text-ink-soft">{user_email}</span>
      </>
    ),
  },
  { heading: msg('Course'), cell: ({ course_title }) => course_title },
]

const paymentId: Column<Pick<Refund, 'razorpay_payment_id'>> = {
  heading: msg('Payment ID'),
  cell: ({ razorpay_payment_id: id }) => <ShortId id={id} length={idLength} />,
}

export function RefundList({ state }: { state: 'waiting' | 'failed' }) {
  const found = useInfiniteQuery(refundsQuery(state))
  const { may } = useRights()
  const isClosable = state === 'failed' && may('refunds') && may('people')
  return (
    <PagedTable
      noun={state === 'failed' ? t('failed refunds') : t('refunds on the way')}
      found={found}
      rowsOf={({ refunds }) => refunds}
      keyOf={({ id }) => id}
      columns={[...describeRefundColumns(state), ...(isClosable ? [closeColumn] : [])]}
      empty={
        state === 'failed'
          ? {
              title: t('No refund has failed'),
              text: t('Those that Razorpay turns down stand here.'),
            }
          : {
              title: t('No refund is on its way'),
              text: t('All that was asked for has gone back.'),
            }
      }
    />
  )
}

/** To the buyer's page, where it is closed. */
const closeColumn: Column<Refund> = {
  heading: msg('Action'),
  cell: ({ user_id, user_name }) => (
    <Link to={`${paths.admin}/learners?person=${user_id}`}>
      {rich('Paid back outside Razorpay…<spoken> {learner}</spoken>', {
        spoken: <span className="sr-only" />,
        learner: user_name,
      })}
    </Link>
  ),
}

function describeRefundColumns(state: 'waiting' | 'failed'): Column<Refund>[] {
  return [
    timeColumn(t('Asked for'), ({ created_at }) => created_at),
    ...buyer,
    amountColumn(t('Amount'), ({ amount }) => amount),
    { heading: t('Why'), cell: ({ cause }) => describeRefundCause(cause) },
    {
      heading: state === 'failed' ? t('What went wrong') : t('Tries'),
      cell: ({ failure, attempts }) => (state === 'failed' ? (failure ?? '') : attempts),
    },
    paymentId,
  ]
}

const answerBy: Column<Dispute> = {
  heading: msg('Answer by'),
  cell: ({ respond_by }) => (respond_by === null ? t('no date') : formatDateTime(respond_by)),
}

function describeDisputeColumns(state: 'open' | 'over'): Column<Dispute>[] {
  const isOpen = state === 'open'
  return [
    isOpen ? answerBy : timeColumn(t('Heard of'), ({ heard_at }) => heard_at),
    ...buyer,
    amountColumn(t('Payment'), ({ amount }) => amount),
    ...(isOpen ? [] : [amountColumn<Dispute>(t('Taken back'), ({ deducted }) => deducted)]),
    {
      heading: t('Status'),
      cell: ({ status }) => (
        <Badge tone={isOpen ? 'waiting' : 'plain'}>{status.replaceAll('_', ' ')}</Badge>
      ),
    },
    paymentId,
  ]
}

export function DisputeList({ state }: { state: 'open' | 'over' }) {
  const found = useInfiniteQuery(disputesQuery(state))
  return (
    <PagedTable
      noun={state === 'open' ? t('open disputes') : t('disputes that are over')}
      found={found}
      rowsOf={({ disputes }) => disputes}
      keyOf={({ id }) => id}
      columns={describeDisputeColumns(state)}
      empty={{
        title: state === 'open' ? t('No open disputes') : t('No dispute is over'),
        text: t('When a bank questions a payment, it appears here.'),
      }}
    />
  )
}

const settlementColumns: Column<Settlement>[] = [
  timeColumn(msg('Settled'), ({ settled_at }) => settled_at),
  { heading: msg('Reference (UTR)'), cell: ({ utr }) => <span className="break-all">{utr}</span> },
  countColumn(msg('Lines'), ({ lines }) => lines),
  amountColumn(msg('Payments'), ({ credit, fee }) => credit + fee),
  amountColumn(msg('Taken back'), ({ debit }) => debit),
  amountColumn(msg('Fee with GST'), ({ fee }) => fee),
  {
    heading: msg('Paid out'),
    cell: ({ net }) => <span className="font-medium">{formatRupees(net)}</span>,
    isNumber: true,
  },
]

export function SettlementList() {
  const found = useInfiniteQuery(settlementsQuery)
  return (
    <PagedTable
      noun={t('settlements')}
      found={found}
      rowsOf={({ settlements }) => settlements}
      keyOf={({ id }) => id}
      columns={settlementColumns}
      empty={{
        title: t('No settlements yet'),
        text: t('Razorpay pays out two working days after a payment.'),
      }}
    />
  )
}
