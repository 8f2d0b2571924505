import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { countColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import type { getFunnel } from '../contract.ts'
import { type Days, funnelQuery } from './analytics-queries.ts'
import { FigureBlock, Loaded } from './figure-block.tsx'
import { SaveCsvButton } from './save-csv-button.tsx'

type Funnel = ResponseOf<typeof getFunnel>
type Row = Funnel['courses'][number]

/** From course pages to orders to payments. */
export function FunnelBlock({ days }: { days: Days }) {
  const found = useQuery(funnelQuery(days))
  return (
    <FigureBlock
      title={t('Conversion')}
      hint={t(
        'Views of course pages are counted without cookies or addresses, so owners who open their course count as well. A bundle counts for its first course.',
      )}
      controls={<SaveCsvButton name="funnel" query={{ ...days }} />}
    >
      <Loaded noun={t('funnel')} found={found}>
        {({ all, courses }) => (
          <>
            <Steps all={all} />
            {courses.length === 0 ? (
              <p className="mt-4 text-ink-soft">{t('Nobody looked at a course in these days.')}</p>
            ) : (
              <div className="mt-4">
                <DataTable
                  caption={t('Conversion, by course')}
                  columns={columns}
                  rows={courses}
                  keyOf={({ course_id }) => course_id}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </FigureBlock>
  )
}

const columns: Column<Row>[] = [
  { heading: msg('Course'), cell: ({ title }) => title, isWide: true },
  countColumn(msg('Page views'), ({ views }) => views),
  countColumn(msg('Orders'), ({ orders }) => orders),
  countColumn(msg('Paid'), ({ paid }) => paid),
  {
    heading: msg('Paid per view'),
    cell: ({ paid, views }) => percent(paid, views),
    isNumber: true,
  },
]

/** Each step as a bar as wide as its part of the widest. */
function Steps({ all: { views, orders, paid } }: { all: Funnel['all'] }) {
  const widest = Math.max(views, orders, paid, 1)
  const steps = [
    { name: t('Page views'), amount: views, of: '' },
    {
      name: t('Orders'),
      amount: orders,
      of: t('{percent} of views', { percent: percent(orders, views) }),
    },
    {
      name: t('Paid'),
      amount: paid,
      of: t('{percent} of orders', { percent: percent(paid, orders) }),
    },
  ]
  return (
    <ol className="grid gap-2">
      {steps.map(({ name, amount, of }) => (
        <li key={name}>
          <span className="flex justify-between gap-3 text-sm">
            <span>{name}</span>
            <span className="tabular-nums">
              {write(amount)} <span className="text-ink-soft">{of}</span>
            </span>
          </span>
          <span aria-hidden="true" className="mt-1 block h-3 rounded-sm bg-wash">
            <span
              className="block h-3 rounded-sm bg-marigold"
              style={{ width: `${(amount / widest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function write(amount: number): string {
  return amount.toLocaleString('en-IN')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`
}
