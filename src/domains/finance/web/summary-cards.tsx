import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { getFinanceSummary } from '../contract.ts'
import { summaryQuery } from './finance-queries.ts'

type Summary = ResponseOf<typeof getFinanceSummary>

/** What waits for somebody, and what was paid out lately. */
export function SummaryCards() {
  const { data, isError, isFetching, refetch } = useQuery(summaryQuery)
  if (isError)
    return (
      <LoadFailure
        sentence={t('The summary cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    )
  if (data === undefined) return <Skeleton label={t('Loading the summary')} className="h-40" />
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        <Card name={t('Paid out, last 30 days')} figure={formatRupees(data.settlements.net)} isWide>
          {describeSettlements(data.settlements)}
        </Card>
        <Card name={t('Differences')} figure={count(data.open_differences)}>
          {data.open_differences === 0 ? t('Everything matches.') : t('To be explained.')}
        </Card>
        <Card name={t('Disputes')} figure={count(data.open_disputes.count)}>
          {describe(data.open_disputes, t('To be answered'))}
        </Card>
        <Card
          name={t('Refunds')}
          figure={count(data.refunds_waiting.count + data.refunds_failed.count)}
        >
          {(data.refunds_waiting.count > 0 || data.refunds_failed.count === 0) &&
            describe(data.refunds_waiting, t('On the way'))}
          {data.refunds_failed.count > 0 && (
            <span className="block font-medium text-danger">
              {describe(
                data.refunds_failed,
                t('{count} failed', { count: data.refunds_failed.count }),
              )}
            </span>
          )}
        </Card>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">
        {data.settlements.read_at === null
          ? t('Settlements are read every few minutes, from the first payment on.')
          : t('Settlements read up to {time}.', {
              time: formatDateTime(data.settlements.read_at),
            })}
      </p>
    </>
  )
}

interface CardProps {
  name: string
  figure: string
  children: React.ReactNode
  isWide?: boolean
}

function Card({ name, figure, children, isWide = false }: CardProps) {
  return (
    <div
      className={`rounded-md border border-line bg-sheet px-2.5 py-3 sm:px-4 ${isWide ? 'col-span-full lg:col-span-2' : ''}`}
    >
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>
        <span className="block font-display text-2xl tabular-nums">{figure}</span>
        <span className="block text-sm">{children}</span>
      </dd>
    </div>
  )
}

function describe({ count, amount }: Summary['open_disputes'], what: string): string {
  return count === 0 ? t('None.') : `${what}: ${formatRupees(amount)}.`
}

function describeSettlements({ count, credit, debit, fee, tax }: Summary['settlements']): string {
  if (count === 0) return t('No settlement yet.')
  const payments = formatRupees(credit + fee)
  const sums = { payments, fee: formatRupees(fee), tax: formatRupees(tax) }
  return debit > 0
    ? t(
        '{payments} paid by learners, less {debit} refunded or disputed, less {fee} fee (of it {tax} GST).',
        { ...sums, debit: formatRupees(debit) },
      )
    : t('{payments} paid by learners, less {fee} fee (of it {tax} GST).', sums)
}

function count(number: number): string {
  return number.toLocaleString('en-IN')
}
