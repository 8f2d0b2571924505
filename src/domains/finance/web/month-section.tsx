import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { perLanguage } from '../../../shared/i18n/language.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { formatRupees } from '../../../shared/money.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { amountColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { download } from '../../../ui/download.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import type { getMonth } from '../contract.ts'
import { monthQuery } from './finance-queries.ts'

type Month = ResponseOf<typeof getMonth>

const offeredMonths = 24

/** What one month brought, for whoever keeps the books. */
export function MonthSection() {
  const [months] = useState(listMonths)
  const [month, setMonth] = useState(months[1]?.value ?? '')
  const { data, isError, isFetching, refetch } = useQuery(monthQuery(month))
  const { may } = useRights()
  return (
    <div className="mt-5">
      <div className="sm:max-w-xs">
        <SelectField
          label={t('Month')}
          options={months}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
      </div>
      {isError && (
        <LoadFailure
          sentence={t('The month cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the month')} className="mt-4 h-64" />
      )}
      {data && (
        <>
          <Sums month={data} />
          <UnderWay month={data} />
          <Taxes taxes={data.tax} />
          <Coupons coupons={data.coupons} />
          {may('exports') && <Files month={data} />}
        </>
      )}
    </div>
  )
}

const monthAndYear = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** This month and those before it, in India. */
function listMonths(): { value: string; label: string }[] {
  const [year = 0, month = 1] = dayInIndia().split('-').map(Number)
  return Array.from({ length: offeredMonths }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    return { value: first.toISOString().slice(0, 7), label: monthAndYear().format(first) }
  })
}

function Sums({ month: { sold, refunded, lost, fees, net } }: { month: Month }) {
  const lines = [
    {
      name: t('Sold: {count, plural, one {# order} other {# orders}}', { count: sold.count }),
      amount: sold.amount,
    },
    {
      name: t('Given back: {count, plural, one {# refund} other {# refunds}}', {
        count: refunded.count,
      }),
      amount: 0 - refunded.amount,
    },
    {
      name: t('Lost to banks: {count, plural, one {# dispute} other {# disputes}}', {
        count: lost.count,
      }),
      amount: 0 - lost.amount,
    },
    {
      name: t('Razorpay’s fees, of it {tax} GST', { tax: formatRupees(fees.tax) }),
      amount: 0 - fees.fee,
    },
  ]
  return (
    <dl className="mt-4 max-w-text rounded-md border border-line bg-sheet p-4">
      {lines.map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-4 py-1">
          <dt>{name}</dt>
          <dd className="whitespace-nowrap tabular-nums">{formatRupees(amount)}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-medium">
        <dt>{t('Net')}</dt>
        <dd className="whitespace-nowrap tabular-nums">{formatRupees(net)}</dd>
      </div>
    </dl>
  )
}

/** Why the net is not yet what reached the bank. */
function UnderWay({ month: { under_way } }: { month: Month }) {
  const parts = [
    { what: 'paid', ...under_way.not_settled },
    { what: 'refunds', ...under_way.refunds },
    { what: 'disputes', ...under_way.disputes },
  ].filter(({ count }) => count > 0)
  return (
    <p className="mt-3 max-w-text text-ink-soft">
      {parts.length === 0
        ? t('Nothing of it is under way: all was settled.')
        : t('Under way: {parts}. Fees are known once a payment is settled.', {
            parts: parts
              .map(({ what, count, amount }) =>
                t(
                  '{count} {what, select, paid {paid and in no settlement yet} refunds {refunds that the bank has not paid out yet} other {open disputes}} ({amount})',
                  { what, count, amount: formatRupees(amount) },
                ),
              )
              .join(', '),
          })}
    </p>
  )
}

const taxColumns: Column<Month['tax'][number]>[] = [
  { heading: 'GSTIN', cell: ({ gstin }) => gstin },
  amountColumn(msg('Taxable value'), ({ taxable }) => taxable),
  amountColumn('IGST', ({ igst }) => igst),
  amountColumn('CGST', ({ cgst }) => cgst),
  amountColumn('SGST', ({ sgst }) => sgst),
]

function Taxes({ taxes }: { taxes: Month['tax'] }) {
  if (taxes.length === 0) return null
  return (
    <>
      <h2 className="mt-6 text-lg">{t('Tax owed')}</h2>
      <p className="text-sm text-ink-soft">
        {t(
          'Of the invoices of the month, less its credit notes. The GST of Razorpay’s fees is not taken off.',
        )}
      </p>
      <DataTable
        caption={t('Tax owed')}
        columns={taxColumns}
        rows={taxes}
        keyOf={({ gstin }) => gstin}
      />
    </>
  )
}

const couponColumns: Column<Month['coupons'][number]>[] = [
  { heading: msg('Coupon'), cell: ({ code }) => code },
  { heading: msg('Orders'), cell: ({ sold }) => sold, isNumber: true },
  amountColumn(msg('Discount'), ({ discount }) => discount),
  amountColumn(msg('Paid'), ({ paid }) => paid),
  amountColumn(msg('Given back'), ({ given_back }) => given_back),
  amountColumn(msg('Kept'), ({ kept }) => kept),
]

function Coupons({ coupons }: { coupons: Month['coupons'] }) {
  if (coupons.length === 0) return null
  return (
    <>
      <h2 className="mt-6 text-lg">{t('Coupons')}</h2>
      <DataTable
        caption={t('What coupons brought')}
        columns={couponColumns}
        rows={coupons}
        keyOf={({ code }) => code}
      />
    </>
  )
}

function Files({ month: { from, to, tax } }: { month: Month }) {
  const query = { from, to }
  // The register is made of tax documents alone.
  const register = {
    label: t('Sales register'),
    save: () => download('GET /admin/exports/sales-register.csv', { query }),
  }
  const files = [
    ...(tax.length > 0 ? [register] : []),
    { label: t('All orders'), save: () => download('GET /admin/exports/orders.csv', { query }) },
    ...tax.map(({ gstin }) => ({
      label: t('GSTR-1 of {gstin} (JSON)', { gstin }),
      save: () =>
        download(
          'GET /admin/exports/gstr1.json',
          { query: { ...query, gstin } },
          `gstr1-${from}-${to}-${gstin}.json`,
        ),
    })),
  ]
  const [failure, setFailure] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (file: (typeof files)[number]) => file.save(),
    // Several files may be on their way at once.
    onMutate: () => setFailure(null),
    onError: ({ message }) => setFailure(message),
  })
  return (
    <>
      <h2 className="mt-6 text-lg">{t('Files of the month')}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.label}>
            <ActionButton variant="secondary" size="small" action={save} variables={file}>
              {file.label}
            </ActionButton>
          </li>
        ))}
      </ul>
      <Alert className="mt-3" tone="danger">
        {failure}
      </Alert>
    </>
  )
}
