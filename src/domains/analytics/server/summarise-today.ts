import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { dayInIndia, minuteInIndia } from '../../../shared/india-time.ts'
import { toRupees } from '../../../shared/money.ts'
import { alarms, orders } from '../../checkout/server/tables.ts'
import type { getAnalyticsToday } from '../contract.ts'
import { type Days, monthBeforeUntil, monthUntil, type PartOfDays, yesterdayUntil } from './days.ts'
import { type Sums, sumFigures, sumFiguresUntil } from './sum-figures.ts'

type Today = ResponseOf<typeof getAnalyticsToday>

/** How today and this month go, each beside the period before until this time, and what waits now. */
export async function summariseToday(db: Database, now = new Date()): Promise<Today> {
  const today = dayInIndia(now)
  const minute = minuteInIndia(now)
  const [ofDay, ofMonth, waiting, open] = await Promise.all([
    compare(db, { from: today, to: today }, yesterdayUntil(today, minute)),
    compare(db, monthUntil(today), monthBeforeUntil(today, minute)),
    // Those that the reconciler still asks about; others were left by their buyers.
    db.$count(orders, and(eq(orders.status, 'pending'), isNotNull(orders.nextCheckAt))),
    db.$count(alarms, isNull(alarms.resolvedAt)),
  ])
  return { today: ofDay, month: ofMonth, waiting: { orders: waiting, alarms: open } }
}

async function compare(db: Database, days: Days, part: PartOfDays): Promise<Today['today']> {
  const [now, before] = await Promise.all([sumFigures(db, days), sumFiguresUntil(db, part)])
  const both = (read: (sums: Sums) => number) => ({ now: read(now), before: read(before) })
  return {
    ...days,
    before: { from: part.from, to: part.to, until: clockOf(part.minutesOfLastDay) },
    money_in: both((sums) => toRupees(sums.paid_in_paise)),
    refunded: both((sums) => toRupees(sums.refunded_in_paise)),
    paid: both((sums) => sums.paid),
    refunds: both((sums) => sums.refunds),
    orders: both((sums) => sums.orders),
    learners: both((sums) => sums.learners),
    completions: both((sums) => sums.completions),
    alarms: both((sums) => sums.alarms),
  }
}

/** As a clock shows it: 877 → '14:37'. */
function clockOf(minutes: number | null): string | null {
  if (minutes === null) return null
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => `${part}`.padStart(2, '0'))
    .join(':')
}
