import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../platform/database/database.ts'
import { lockAccessToAll } from '../../../access/server/lock-access.ts'
import type { Joined } from '../../../accounts/server/joined.ts'
import { joinCouponUses } from '../../../offers/server/coupons/join-coupon-uses.ts'
import { lockCoupons } from '../../../offers/server/coupons/lock-coupons.ts'
import { recordCouponRelease, recordEvent } from '../settling/record-event.ts'
import { giveUpOrders } from '../settling/settle-order.ts'
import { orderItems, orders, receipts } from '../tables.ts'

/**
 * Nothing that settles, buys or grants for either account comes between this and the commit: locks in the
 * order in which a settling order takes them. Resolves to how many orders the account that goes has.
 */
export async function lockOrders(db: Database, { fromId, intoId }: Joined): Promise<number> {
  const both = [fromId, intoId].toSorted()
  const locked = await db
    .select({ learnerId: orders.learnerId })
    .from(orders)
    .where(inArray(orders.learnerId, both))
    .orderBy(asc(orders.id))
    .for('no key update')
  const items = await db
    .selectDistinct({ courseId: orderItems.courseId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(orders.learnerId, both))
  const courseIds = items.map(({ courseId }) => courseId)
  for (const learnerId of both) await lockAccessToAll(db, learnerId, courseIds)
  await lockCoupons(db, both, null)
  return locked.filter(({ learnerId }) => learnerId === fromId).length
}

export function countOrders(db: Database, learnerId: string): Promise<number> {
  return db.$count(orders, eq(orders.learnerId, learnerId))
}

/**
 * Every order of either account is one of the account that stays; its receipt is printed as it was. Of
 * two open checkouts on the same terms that of the other account is given up: paid all the same, it is
 * settled like any that was. Inside the transaction that joins, behind `lockOrders`. Resolves to how many
 * orders came.
 */
export async function joinOrders(
  db: Database,
  joined: Joined,
  from: { name: string; email: string },
): Promise<number> {
  const { fromId, intoId } = joined
  for (const orderId of await joinCouponUses(db, joined)) await recordCouponRelease(db, orderId)
  await giveUpTwins(db, joined)
  const ofOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.learnerId, fromId))
  await db
    .update(receipts)
    .set({ buyerName: from.name, buyerEmail: from.email })
    .where(and(inArray(receipts.orderId, ofOrders), isNull(receipts.buyerName)))
  const moved = await db
    .update(orders)
    .set({ learnerId: intoId })
    .where(eq(orders.learnerId, fromId))
    .returning({ id: orders.id })
  for (const { id } of moved) {
    await recordEvent(db, {
      orderId: id,
      source: 'academy',
      kind: 'order.moved',
      outcome: `The order came from the account ${from.email}, which was joined to this one.`,
    })
  }
  return moved.length
}

/** The database allows one open order of a learner on the same terms. */
async function giveUpTwins(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const twin = alias(orders, 'twin')
  const isTwin = and(
    eq(twin.learnerId, intoId),
    eq(twin.status, 'pending'),
    isNull(twin.bundleId),
    eq(twin.courseId, orders.courseId),
    eq(twin.amountInPaise, orders.amountInPaise),
    eq(twin.discountInPaise, orders.discountInPaise),
    sql`${twin.couponCode} is not distinct from ${orders.couponCode}`,
  )
  const twins = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(twin, isTwin)
    .where(and(eq(orders.learnerId, fromId), eq(orders.status, 'pending'), isNull(orders.bundleId)))
  await giveUpOrders(
    db,
    twins.map(({ id }) => id),
    'Two accounts were joined, and the other had the same checkout open.',
  )
}
