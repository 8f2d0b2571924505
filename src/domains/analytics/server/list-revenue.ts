import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toPaise, toRupees, writePaise } from '../../../shared/money.ts'
import type { getRevenue } from '../contract.ts'
import { insightDays } from './tables.ts'

export const revenueHeadings = [
  'From',
  'Orders paid',
  'Money in (rupees)',
  'Refunds and lost disputes',
  'Given back (rupees)',
]

type Row = ResponseOf<typeof getRevenue>['rows'][number]

/** Money in and back, a row for each period in which the days lie, also where nothing happened. */
export async function listRevenue(
  db: Database,
  { from, to, by }: QueryOf<typeof getRevenue>,
): Promise<Row[]> {
  const amountOf = (figure: string) =>
    sql<number>`coalesce(sum(${insightDays.amount}) filter (where ${insightDays.figure} = ${figure}), 0)`.mapWith(
      Number,
    )
  // Written into the statement, which groups by the same words; the contract knows three of them.
  const period = sql.raw(`'${by}'`)
  const first = sql<string>`date_trunc(${period}, ${insightDays.day}::timestamp)::date::text`
  const rows = await db
    .select({
      from: first,
      paid: amountOf('paid'),
      paise: amountOf('paid_in_paise'),
      refunds: amountOf('refunds'),
      refundedPaise: amountOf('refunded_in_paise'),
    })
    .from(insightDays)
    .where(
      and(
        inArray(insightDays.figure, ['paid', 'paid_in_paise', 'refunds', 'refunded_in_paise']),
        eq(insightDays.courseId, ''),
        between(insightDays.day, from, to),
      ),
    )
    .groupBy(first)
    .orderBy(asc(first))
  const known = new Map(rows.map((row) => [row.from, row]))
  return listPeriods(from, to, by).map((start) => {
    const { paid = 0, paise = 0, refunds = 0, refundedPaise = 0 } = known.get(start) ?? {}
    return {
      from: start,
      paid,
      money_in: toRupees(paise),
      refunds,
      refunded: toRupees(refundedPaise),
    }
  })
}

/** In the order of the headings. */
export function describeRevenue(row: Row): string[] {
  return [
    row.from,
    String(row.paid),
    writePaise(toPaise(row.money_in)),
    String(row.refunds),
    writePaise(toPaise(row.refunded)),
  ]
}

/** First days of all periods; weeks begin on Monday. */
function listPeriods(from: string, to: string, by: 'day' | 'week' | 'month'): string[] {
  const periods: string[] = []
  const at = new Date(`${from}T00:00:00Z`)
  if (by === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  if (by === 'month') at.setUTCDate(1)
  for (; at.toISOString().slice(0, 10) <= to; ) {
    periods.push(at.toISOString().slice(0, 10))
    if (by === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
    else at.setUTCDate(at.getUTCDate() + (by === 'week' ? 7 : 1))
  }
  return periods
}
