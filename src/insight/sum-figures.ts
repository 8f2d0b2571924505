import { and, between, eq, inArray, sum } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import type { Days } from './days.ts'
import { insightDays } from './tables.ts'

/** What the triggers of the database and the counter of page views write down. */
export const dayFigures = [
  'views',
  'orders',
  'paid',
  'paid_in_paise',
  'refunds',
  'refunded_in_paise',
  'learners',
  'completions',
  'alarms',
] as const
export type DayFigure = (typeof dayFigures)[number]
export type Sums = Record<DayFigure, number>

/** Each figure of the whole academy over some days. */
export async function sumFigures(db: Database, { from, to }: Days): Promise<Sums> {
  const rows = await db
    .select({ figure: insightDays.figure, amount: sum(insightDays.amount) })
    .from(insightDays)
    .where(
      and(
        inArray(insightDays.figure, [...dayFigures]),
        eq(insightDays.courseId, ''),
        between(insightDays.day, from, to),
      ),
    )
    .groupBy(insightDays.figure)
  const sums = new Map(rows.map(({ figure, amount }) => [figure, Number(amount)]))
  const entries = dayFigures.map((figure) => [figure, sums.get(figure) ?? 0])
  return Object.fromEntries(entries) as Sums // by the list of figures
}
