import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { users } from '../../accounts/server/tables.ts'
import { orders, refunds } from '../../checkout/server/tables.ts'
import type * as finance from '../contract.ts'

/** As the indexes of those not done yet say it. */
export const isRefundIn = {
  waiting: sql`${refunds.status} in ('intended', 'pending')`,
  failed: sql`${refunds.status} = 'failed'`,
}

export async function listRefunds(
  db: Database,
  { state, cursor, limit }: QueryOf<typeof finance.listFinanceRefunds>,
): Promise<ResponseOf<typeof finance.listFinanceRefunds>> {
  const rows = await db
    .select({ refund: refunds, id: refunds.id, order: orders, user: users })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.learnerId))
    .where(and(isRefundIn[state], isBehind(refunds.createdAt, refunds.id, cursor)))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return {
    refunds: page.map(({ refund, order, user }) => ({
      id: refund.id,
      payment_id: order.id,
      razorpay_payment_id: refund.razorpayPaymentId,
      razorpay_refund_id: refund.razorpayRefundId,
      amount: toRupees(refund.amountInPaise),
      cause: refund.cause,
      attempts: refund.attempts,
      failure: refund.failure,
      created_at: refund.createdAt.toISOString(),
      course_title: order.courseTitle,
      user_id: user.id,
      user_name: user.name,
      user_email: user.email,
    })),
    next_cursor,
  }
}

/** Whose refund has failed, the oldest first, at most ten: without sums, for who tells the learners. */
export async function listFailedRefunds(
  db: Database,
): Promise<ResponseOf<typeof finance.listFailedRefunds>> {
  const failed = await db
    .select({ payment_id: orders.id, user_id: users.id, user_name: users.name })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.learnerId))
    .where(isRefundIn.failed)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(10)
  return { refunds: failed }
}
