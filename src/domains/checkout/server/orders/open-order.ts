import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { lockBundle } from '../../../offers/server/bundles/lock-bundle.ts'
import { holdCoupon } from '../../../offers/server/coupons/hold-coupon.ts'
import { lockCoupons } from '../../../offers/server/coupons/lock-coupons.ts'
import { shareAmount } from '../../../offers/server/prices/price-offer.ts'
import {
  findOffered,
  type Offer,
  type QuoteRequest,
  quoteOffer,
} from '../../../offers/server/prices/quote-offer.ts'
import {
  type BuyerInput,
  recordOrderTax,
  requireBuyerPlace,
  requireForInvoice,
} from '../../../tax/server/buyer-place.ts'
import { recordCouponRelease } from '../settling/record-event.ts'
import { type OrderRow, orderItems, orderStatements, orders } from '../tables.ts'
import { hasBought } from './has-bought.ts'
import { readOrderItems } from './order-items.ts'

export interface OrderTerms {
  learnerId: string
  wish: QuoteRequest
  /** Null: without a coupon. */
  code: string | null
  /** Where they are, as they say it now; nobody is asked who has nothing to pay. */
  buyer: BuyerInput
  /** What the buyer stated of their age, by its wording; undefined: nothing. */
  statement?: string | undefined
}

/**
 * The learner's open order on the terms of this moment, found or begun, in one transaction with the
 * reservation of the coupon. The price is decided here, by the database's clock. Whoever makes another
 * order lets go of the coupon that an earlier one held (docs/decisions/0047).
 */
export async function openOrder(
  outer: Database,
  { learnerId, wish, code, buyer, statement }: OrderTerms,
): Promise<OrderRow> {
  return outer.transaction(async (db) => {
    await lockCoupons(db, learnerId, code)
    if (wish.bundleId !== undefined) await lockBundle(db, wish.bundleId)
    const user = { learnerId, hasBought: await hasBought(db, learnerId) }
    const offer = await quoteOffer(db, await findOffered(db, wish), code, user)
    const isFree = offer.amountInPaise === 0 // then there is no invoice
    const place = isFree ? null : await requireBuyerPlace(db, learnerId, buyer)
    requireForInvoice(place, offer.amountInPaise)
    const order =
      (await findOpenOrder(db, learnerId, offer)) ?? (await beginOrder(db, learnerId, offer))
    const givenUp = await holdCoupon(db, { orderId: order.id, learnerId, code })
    for (const orderId of givenUp) await recordCouponRelease(db, orderId)
    await recordOrderTax(db, order.id, place)
    if (statement !== undefined) {
      const stated = { orderId: order.id, wording: statement }
      await db.insert(orderStatements).values(stated).onConflictDoNothing()
    }
    return order
  })
}

/** One that says exactly what would be ordered now. */
async function findOpenOrder(
  db: Database,
  learnerId: string,
  offer: Offer,
): Promise<OrderRow | null> {
  const { item, coupon } = offer
  const isSame = (
    column: typeof orders.couponCode | typeof orders.bundleId,
    value: string | null,
  ) => (value === null ? isNull(column) : eq(column, value))
  const terms: (SQL | undefined)[] = [
    eq(orders.learnerId, learnerId),
    eq(orders.status, 'pending'),
    eq(orders.courseId, item.courses[0].id),
    eq(orders.amountInPaise, offer.amountInPaise),
    eq(orders.discountInPaise, offer.discountInPaise),
    isSame(orders.couponCode, coupon?.code ?? null),
    isSame(orders.bundleId, item.bundleId),
  ]
  const [open] = await db
    .select()
    .from(orders)
    .where(and(...terms))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  if (!open || item.bundleId === null) return open ?? null
  const items = await readOrderItems(db, open.id)
  const wanted = itemsOf(open.id, offer)
  const isUnchanged =
    items.length === wanted.length &&
    items.every(({ courseId, amountInPaise }, at) => {
      const other = wanted[at]
      return courseId === other?.courseId && amountInPaise === other.amountInPaise
    })
  return isUnchanged ? open : null
}

async function beginOrder(db: Database, learnerId: string, offer: Offer): Promise<OrderRow> {
  const id = newId()
  const { item, coupon } = offer
  const [order] = await db
    .insert(orders)
    .values({
      id,
      receipt: `rcpt_${id.replaceAll('-', '')}`,
      learnerId,
      courseId: item.courses[0].id,
      courseTitle: item.title,
      amountInPaise: offer.amountInPaise,
      discountInPaise: offer.discountInPaise,
      couponCode: coupon?.code ?? null,
      couponDiscountInPaise: coupon && offer.couponDiscountInPaise,
      bundleId: item.bundleId,
      currency: 'INR',
      status: 'pending',
      nextCheckAt: sql`clock_timestamp() + interval '30 seconds'`,
    })
    .returning()
  if (!order) throw new Error('the order was not written down')
  await db.insert(orderItems).values(itemsOf(id, offer))
  return order
}

function itemsOf(
  orderId: string,
  { item, amountInPaise }: Offer,
): (typeof orderItems.$inferInsert)[] {
  const shares = shareAmount(
    amountInPaise,
    item.courses.map(({ priceInPaise }) => priceInPaise),
  )
  return item.courses.map((course, position) => ({
    orderId,
    position,
    courseId: course.id,
    courseTitle: course.title,
    amountInPaise: shares[position] ?? 0,
  }))
}
