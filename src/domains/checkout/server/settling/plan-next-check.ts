import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { type OrderRow, orders, refunds } from '../tables.ts'

/**
 * When an order is asked about again. One that nobody has paid: after half a minute, then in pauses
 * that double up to fifty minutes. Every order, settled or not, hourly for ten days, then daily for
 * the 180 days in which the provider can refund: money without a cause and a course without money
 * are found within that time even if every webhook was lost (docs/decisions/0017). Null: never again.
 */
const nextCheck = sql`case
  when ${age()} > interval '180 days' then null
  when ${age()} > interval '10 days' then clock_timestamp() + interval '23 hours'
  when ${orders.completedAt} is null and ${orders.refundedAt} is null
  then clock_timestamp() + make_interval(secs => least(30 * power(2, least(${orders.checks}, 12)), 3000))
  else clock_timestamp() + interval '50 minutes'
end`

/** After an answer. A time that settling has set since the claim stands. */
export async function planNextCheck(db: Database, claimed: OrderRow): Promise<void> {
  if (claimed.nextCheckAt === null) return
  await db
    .update(orders)
    .set({ nextCheckAt: nextCheck })
    .where(and(eq(orders.id, claimed.id), eq(orders.nextCheckAt, claimed.nextCheckAt)))
}

/**
 * Until when a claim holds: should the process die, the question is asked again soon. Cut to what a
 * Date can hold, so that `planNextCheck` recognises it.
 */
export const claimedUntil = sql`date_trunc('milliseconds', clock_timestamp() + interval '1 minute')`

/** For an order that settles at this moment. */
export const settledCheck = sql`clock_timestamp() + interval '50 minutes'`

/** The same for a refund that is not done: `attempts` that double up to fifty minutes, later daily. */
export const nextRefundAttempt = sql`clock_timestamp() + case
  when clock_timestamp() - ${refunds.createdAt} > interval '10 days' then interval '23 hours'
  else make_interval(secs => least(20 * power(2, least(${refunds.attempts}, 10)), 3000))
end`

function age() {
  return sql`clock_timestamp() - greatest(${orders.createdAt}, ${orders.completedAt})`
}
