import { and, desc, eq, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { users } from '../../accounts/server/tables.ts'
import { disputes, orders } from '../../checkout/server/tables.ts'
import type * as finance from '../contract.ts'

/** As the two indexes say it. */
export const isDispute = {
  open: sql`${disputes.status} not in ('won', 'lost', 'closed')`,
  over: sql`${disputes.status} in ('won', 'lost', 'closed')`,
}

export async function listDisputes(
  db: Database,
  { state, cursor, limit }: QueryOf<typeof finance.listDisputes>,
): Promise<ResponseOf<typeof finance.listDisputes>> {
  const rows = await db
    .select({ dispute: disputes, id: disputes.id, order: orders, user: users })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(users, eq(users.id, orders.learnerId))
    .where(and(isDispute[state], isBehind(disputes.heardAt, disputes.id, cursor)))
    .orderBy(desc(disputes.heardAt), desc(disputes.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return {
    disputes: page.map(({ dispute, order, user }) => ({
      id: dispute.id,
      payment_id: order.id,
      razorpay_payment_id: dispute.razorpayPaymentId,
      status: dispute.status,
      amount: toRupees(order.amountInPaise),
      deducted: toRupees(dispute.deductedInPaise),
      respond_by: dispute.respondBy?.toISOString() ?? null,
      heard_at: dispute.heardAt.toISOString(),
      course_title: order.courseTitle,
      user_name: user.name,
      user_email: user.email,
    })),
    next_cursor,
  }
}
