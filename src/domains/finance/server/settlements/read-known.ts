import { and, eq, inArray, or, sql } from 'drizzle-orm'
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
    })
    .from(orders)
    .where(inArray(orders.razorpayPaymentId, paymentIds))
  const givenBack = await db
    .select({
      orderId: refunds.orderId,
      amountInPaise: refunds.amountInPaise,
      paymentId: refunds.razorpayPaymentId,
      refundId: refunds.razorpayRefundId,
    })
    .from(refunds)
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
    const orderId = heardBack.get(razorpayPaymentId)
    return {
      payment: orderOf.get(razorpayPaymentId) ?? ofPayment ?? null,
      refund:
        refundById.get(entityId) ??
        (isIt ? ofPayment : null) ??
        // Made by hand: it has no refund of ours, and was heard as a part of what went back in all.
        (orderId === undefined ? null : { orderId, amountInPaise }),
      dispute: disputeById.get(disputeId ?? '') ?? null,
    }
  }
}

/** Our order of each payment whose settled refunds are no more than was heard to have gone back. */
async function listHeardRefunds(
  db: Database,
  paymentIds: string[],
): Promise<Map<string | null, string>> {
  const settled = db
    .select({ paise: sql`sum(${settlementLines.amountInPaise})` })
    .from(settlementLines)
    .where(
      and(
        eq(settlementLines.razorpayPaymentId, orders.razorpayPaymentId),
        eq(settlementLines.type, 'refund'),
      ),
    )
  const heard = await db
    .select({ orderId: orders.id, paymentId: orders.razorpayPaymentId })
    .from(orders)
    .innerJoin(orderReturns, eq(orderReturns.orderId, orders.id))
    .where(inArray(orders.razorpayPaymentId, paymentIds))
    .groupBy(orders.id)
    .having(sql`sum(${orderReturns.refundedInPaise}) >= (${settled})`)
  return new Map(heard.map(({ orderId, paymentId }) => [paymentId, orderId]))
}
