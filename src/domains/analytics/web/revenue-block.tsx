import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
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
      title="Revenue"
      hint="What orders were paid with, and what of it went back by refunds and lost disputes, by the days of India."
      controls={<SaveCsvButton name="revenue" query={{ ...days, by }} />}
    >
      <Loaded noun="revenue" found={found}>
        {({ rows }) => <Revenue rows={rows} by={by} />}
      </Loaded>
    </FigureBlock>
  )
}

function Revenue({ rows, by }: { rows: Row[]; by: Step }) {
  const plan = useMemo(() => planOf(rows, by), [rows, by])
  const columns: Column<Row>[] = [
    { heading: headingOf[by], cell: ({ from }) => shortDay(from, by), isUnbroken: true },
    { heading: 'Orders paid', cell: ({ paid }) => paid, isNumber: true },
    amountColumn('Money in', ({ money_in }) => money_in),
    { heading: 'Times given back', cell: ({ refunds }) => refunds, isNumber: true },
    amountColumn('Given back', ({ refunded }) => refunded),
  ]
  return (
    <>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <Key color="bg-leaf">Money in: {formatRupees(sumOf(rows, 'money_in'))}</Key>
        <Key color="bg-rani">Given back: {formatRupees(sumOf(rows, 'refunded'))}</Key>
      </p>
      <Chart plan={plan} />
      <Numbers>
        <DataTable
          caption="Revenue"
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

const headingOf: Record<Step, string> = { day: 'Day', week: 'Week from', month: 'Month from' }

function planOf(rows: Row[], by: Step): ChartPlan {
  const moneyIn = formatRupees(sumOf(rows, 'money_in'))
  const refunded = formatRupees(sumOf(rows, 'refunded'))
  return {
    name: `Revenue by ${by}: ${moneyIn} in, ${refunded} given back. The table below has every ${by}.`,
    kind: 'bars',
    series: [
      { label: 'Money in', color: '--color-leaf', values: rows.map((row) => row.money_in) },
      { label: 'Given back', color: '--color-rani', values: rows.map((row) => row.refunded) },
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
