import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { amountColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import type { getRevenue } from '../contract.ts'
import { type Days, revenueQuery, type Step } from './analytics-queries.ts'
import { Chart } from './chart.tsx'
import type { ChartPlan } from './draw-chart.ts'
import { FigureBlock, Loaded, Numbers } from './figure-block.tsx'
import { SaveCsvButton } from './save-csv-button.tsx'
import { shortAmount, shortDay } from './short-labels.ts'

type Row = ResponseOf<typeof getRevenue>['rows'][number]

/** Money in and back over time. */
export function RevenueBlock({ days, by }: { days: Days; by: Step }) {
  const found = useQuery(revenueQuery(days, by))
  return (
    <FigureBlock
      title={t('Revenue')}
      hint={t(
        'What orders were paid with, and what of it went back by refunds and lost disputes, by the days of India.',
      )}
      controls={<SaveCsvButton name="revenue" query={{ ...days, by }} />}
    >
      <Loaded noun={t('revenue')} found={found}>
        {({ rows }) => <Revenue rows={rows} by={by} />}
      </Loaded>
    </FigureBlock>
  )
}

function Revenue({ rows, by }: { rows: Row[]; by: Step }) {
  const plan = useMemo(() => planOf(rows, by), [rows, by])
  const columns: Column<Row>[] = [
    { heading: headingOf[by], cell: ({ from }) => shortDay(from, by), isUnbroken: true },
    { heading: t('Orders paid'), cell: ({ paid }) => paid, isNumber: true },
    amountColumn(t('Money in'), ({ money_in }) => money_in),
    { heading: t('Times given back'), cell: ({ refunds }) => refunds, isNumber: true },
    amountColumn(t('Given back'), ({ refunded }) => refunded),
  ]
  return (
    <>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <Key color="bg-leaf">
          {t('Money in: {amount}', { amount: formatRupees(sumOf(rows, 'money_in')) })}
        </Key>
        <Key color="bg-rani">
          {t('Given back: {amount}', { amount: formatRupees(sumOf(rows, 'refunded')) })}
        </Key>
      </p>
      <Chart plan={plan} />
      <Numbers>
        <DataTable
          caption={t('Revenue')}
          columns={columns}
          rows={rows.toReversed()}
          keyOf={({ from }) => from}
          narrow="rows"
        />
      </Numbers>
    </>
  )
}

function sumOf(rows: Row[], name: 'money_in' | 'refunded'): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

const headingOf: Record<Step, string> = {
  day: msg('Day'),
  week: msg('Week from'),
  month: msg('Month from'),
}

function planOf(rows: Row[], by: Step): ChartPlan {
  const moneyIn = formatRupees(sumOf(rows, 'money_in'))
  const refunded = formatRupees(sumOf(rows, 'refunded'))
  return {
    name: t(
      'Revenue by {by, select, day {day} week {week} other {month}}: {moneyIn} in, {refunded} given back. The table below has every {by, select, day {day} week {week} other {month}}.',
      { by, moneyIn, refunded },
    ),
    kind: 'bars',
    series: [
      { label: t('Money in'), color: '--color-leaf', values: rows.map((row) => row.money_in) },
      { label: t('Given back'), color: '--color-rani', values: rows.map((row) => row.refunded) },
    ],
    nameX: (x) => shortDay(rows[x]?.from ?? '', by),
    nameY: shortAmount,
  }
}

function Key({ color, children }: { color: string; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-3 rounded-sm ${color}`} />
      {children}
    </span>
  )
}
