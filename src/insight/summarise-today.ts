import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { alarms, orders } from '../checkout/tables.ts'
import { dayInIndia } from '../desk/india-days.ts'
import type { AnswerOf } from '../http/endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import type { getInsightToday } from './contract.ts'
import { type Days, monthUntil, sameDaysOfMonthBefore, yesterdayOf } from './days.ts'
import { type Sums, sumFigures } from './sum-figures.ts'

type Today = AnswerOf<typeof getInsightToday>

/** How today and this month go, each beside the period before, and what waits now. */
export async function summariseToday(db: Database, now = new Date()): Promise<Today> {
  const today = dayInIndia(now)
  const [ofDay, ofMonth, waiting, open] = await Promise.all([
    compare(db, { from: today, to: today }, yesterdayOf(today)),
    compare(db, monthUntil(today), sameDaysOfMonthBefore(today)),
    // Those that the reconciler still asks about; others were left by their buyers.
    db.$count(orders, and(eq(orders.status, 'pending'), isNotNull(orders.nextCheckAt))),
    db.$count(alarms, isNull(alarms.resolvedAt)),
  ])
  return { today: ofDay, month: ofMonth, waiting: { orders: waiting, alarms: open } }
}

async function compare(db: Database, days: Days, daysBefore: Days): Promise<Today['today']> {
  const [now, before] = await Promise.all([sumFigures(db, days), sumFigures(db, daysBefore)])
  const both = (read: (sums: Sums) => number) => ({ now: read(now), before: read(before) })
  return {
    ...days,
    before: daysBefore,
    money_in: both((sums) => sums.paid_in_paise / 100),
    refunded: both((sums) => sums.refunded_in_paise / 100),
    paid: both((sums) => sums.paid),
    refunds: both((sums) => sums.refunds),
    orders: both((sums) => sums.orders),
    learners: both((sums) => sums.learners),
    completions: both((sums) => sums.completions),
    alarms: both((sums) => sums.alarms),
  }
}
