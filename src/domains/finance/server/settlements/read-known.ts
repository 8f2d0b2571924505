import { type AnyColumn, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { disputes, orderReturns, orders, refunds } from '../../../checkout/server/tables.ts'
import { type SettlementLineRow, settlementLines } from '../tables.ts'
import type { Known } from './compare-line.ts'

/** What our books say of the entities of these lines. */
export async function readKnown(
  db: Database,
  lines: SettlementLineRow[],
): Promise<(line: SettlementLineRow) => Known> {
  const paymentIds = lines.flatMap(({ razorpayPaymentId }) => razorpayPaymentId ?? [])
  const entityIds = lines.map(({ entityId }) => entityId)
  const disputeIds = lines.flatMap(({ disputeId }) => disputeId ?? [])
  const settled = await db
    .select({
      orderId: orders.id,
      amountInPaise: orders.amountInPaise,
      paymentId: orders.razorpayPaymentId,
      completedAt: orders.completedAt,
    })
    .from(orders)
    .where(inArray(orders.razorpayPaymentId, paymentIds))
  const givenBack = await db
    .select({
      orderId: refunds.orderId,
      amountInPaise: refunds.amountInPaise,
      paymentId: refunds.razorpayPaymentId,
      refundId: refunds.razorpayRefundId,
      // Parts may have gone back by hand before. Of another amount than the order's only the refund knows.
      paidInPaise: sql<number>`case ${refunds.cause} when 'mismatch' then ${refunds.amountInPaise}
        else ${orders.amountInPaise} end`.mapWith(Number),
      settledInPaise:
        sql<number>`coalesce((${settledRefunds(refunds.razorpayPaymentId)}), 0)`.mapWith(Number),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      or(
        inArray(refunds.razorpayPaymentId, paymentIds),
        inArray(refunds.razorpayRefundId, entityIds),
      ),
    )
  const disputed = await db
    .select({ id: disputes.id, orderId: disputes.orderId })
    .from(disputes)
    .where(inArray(disputes.id, disputeIds))

  const heardBack = await listHeardRefunds(db, paymentIds)

  const orderOf = new Map(settled.map((row) => [row.paymentId, row]))
  const refundOf = new Map(givenBack.map((row) => [row.paymentId, row]))
  const refundById = new Map(givenBack.map((row) => [row.refundId, row]))
  const disputeById = new Map(disputed.map((row) => [row.id, row]))
  return ({ entityId, razorpayPaymentId, disputeId, amountInPaise }) => {
    const ofPayment = refundOf.get(razorpayPaymentId ?? '')
    // By its payment only while we wait to hear its id, and only if it is all that we gave: ours is
    // compared again once its id was heard.
    const isIt = ofPayment?.refundId === null && ofPayment.amountInPaise === amountInPaise
    const order = orderOf.get(razorpayPaymentId)
    // What opened nothing has no returns to go by: it goes back whole, in whatever parts.
    const isUnsold = ofPayment !== undefined && !order?.completedAt
    const isPart = isUnsold && ofPayment.settledInPaise <= ofPayment.paidInPaise
    const orderId = heardBack.get(razorpayPaymentId) ?? (isPart ? ofPayment.orderId : undefined)
    // Given back whole before we heard of it, it says itself what was paid.
    const isWhole = ofPayment?.amountInPaise === amountInPaise
    const paid =
      ofPayment && (isWhole ? ofPayment : { ...ofPayment, amountInPaise: ofPayment.paidInPaise })
    return {
      payment: order ?? paid ?? null,
      refund:
        refundById.get(entityId) ??
        (isIt ? ofPayment : null) ??
        // Made by hand: it has no refund of ours, and is a part of what went back in all.
        (orderId === undefined ? null : { orderId, amountInPaise }),
      dispute: disputeById.get(disputeId ?? '') ?? null,
    }
  }
}

/** What of a payment went back by settlements, so far. */
function settledRefunds(razorpayPaymentId: AnyColumn): SQL {
  return sql`select sum(${settlementLines.amountInPaise}) from ${settlementLines}
    where ${settlementLines.razorpayPaymentId} = ${razorpayPaymentId} and ${settlementLines.type} = 'refund'`
}

/** Our order of each payment whose settled refunds are no more than was heard to have gone back. */
async function listHeardRefunds(
  db: Database,
  paymentIds: string[],
): Promise<Map<string | null, string>> {
  const heard = await db
    .select({ orderId: orders.id, paymentId: orders.razorpayPaymentId })
    .from(orders)
    .innerJoin(orderReturns, eq(orderReturns.orderId, orders.id))
    .where(inArray(orders.razorpayPaymentId, paymentIds))
    .groupBy(orders.id)
    .having(
      sql`sum(${orderReturns.refundedInPaise}) >= (${settledRefunds(orders.razorpayPaymentId)})`,
    )
  return new Map(heard.map(({ orderId, paymentId }) => [paymentId, orderId]))
}
