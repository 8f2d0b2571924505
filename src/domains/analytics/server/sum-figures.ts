import { and, between, eq, inArray, lt, sum } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { addDays } from '../../../shared/india-time.ts'
import type { Days, PartOfDays } from './days.ts'
import { insightDays, insightMinutes } from './tables.ts'

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
  return asSums(rows)
}

/** The same where the last day may count until a time only. */
export async function sumFiguresUntil(
  db: Database,
  { from, to, minutesOfLastDay }: PartOfDays,
): Promise<Sums> {
  if (minutesOfLastDay === null) return sumFigures(db, { from, to })
  const [before, ofLastDay] = await Promise.all([
    sumFigures(db, { from, to: addDays(to, -1) }),
    db
      .select({ figure: insightMinutes.figure, amount: sum(insightMinutes.amount) })
      .from(insightMinutes)
      .where(and(eq(insightMinutes.day, to), lt(insightMinutes.minute, minutesOfLastDay)))
      .groupBy(insightMinutes.figure)
      .then(asSums),
  ])
  const entries = dayFigures.map((figure) => [figure, before[figure] + ofLastDay[figure]])
  return Object.fromEntries(entries) as Sums // by the list of figures
}

function asSums(rows: { figure: string; amount: string | null }[]): Sums {
  const sums = new Map(rows.map(({ figure, amount }) => [figure, Number(amount)]))
  const entries = dayFigures.map((figure) => [figure, sums.get(figure) ?? 0])
  return Object.fromEntries(entries) as Sums // by the list of figures
}
