import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { coupons, couponUses } from '../tables.ts'
import { countOwnUses, isLeftForLearner, isLeftInTotal, isReservedBy } from './count-uses.ts'

/*
 * The life of a use (docs/decisions/0047): reserved with the order, used when it is paid, released when
 * it is given up, and reserved or used again should it be paid after all. Every function here wants
 * `lockCoupons` first; the counters of the coupon move with the rows.
 */

/** An unpaid order holds a use for so long, and then until the provider was asked once more. */
const reservedFor = sql`interval '30 minutes'`

type UseState = typeof couponUses.$inferSelect.state

interface Holder {
  orderId: string
  learnerId: string
  /** Null: the order has no coupon; what another order held is let go all the same. */
  code: string | null
}

/**
 * Reserves a use for an order, and lets go of what other orders of the learner held. Resolves to the
 * orders that lost theirs. That a use is left was checked under the same lock.
 */
export async function holdCoupon(db: Database, holder: Holder): Promise<string[]> {
  const { orderId, learnerId, code } = holder
  const others = await db
    .select()
    .from(couponUses)
    .where(and(isReservedBy(learnerId), ne(couponUses.orderId, orderId)))
  for (const other of others) await moveUse(db, other, 'released')
  if (code !== null) {
    await db
      .insert(couponUses)
      .values({ orderId, learnerId, couponCode: code, state: 'released' })
      .onConflictDoNothing()
    const use = await readUse(db, orderId)
    if (use !== null && use.state !== 'used') await moveUse(db, use, 'reserved') // also: from now on
  }
  return others.map((other) => other.orderId)
}

/** True if an order has its use, or may have it again: it is being paid after it was given up. */
export async function isUseLeft(db: Database, orderId: string): Promise<boolean> {
  const use = await readUse(db, orderId)
  if (use === null || use.state !== 'released') return true
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, use.couponCode))
  if (!coupon) throw new Error(`the coupon of order ${orderId} is gone`)
  const own = await countOwnUses(db, use.couponCode, use.learnerId)
  return isLeftInTotal(coupon, own) && isLeftForLearner(coupon, own)
}

/**
 * The order is paid. What another unpaid order of the learner holds of the same coupon gives way:
 * money that is there comes before money that may come.
 */
export async function spendCoupon(db: Database, orderId: string): Promise<void> {
  const use = await readUse(db, orderId)
  if (use === null || use.state === 'used') return
  if (use.state === 'released') {
    const [other] = await db
      .select()
      .from(couponUses)
      .where(and(isReservedBy(use.learnerId), eq(couponUses.couponCode, use.couponCode)))
    if (other) await moveUse(db, other, 'released')
  }
  await moveUse(db, use, 'used')
}

/**
 * The order is given up, or (`overdue`) nobody has paid it for so long that its checkout must have been
 * left. True if it held a use. What was used stays used, also after a refund.
 */
export async function releaseCoupon(
  db: Database,
  orderId: string,
  when: 'now' | 'overdue',
): Promise<boolean> {
  const isOverdue = lt(couponUses.changedAt, sql`now() - ${reservedFor}`)
  const [use] = await db
    .select()
    .from(couponUses)
    .where(
      and(
        eq(couponUses.orderId, orderId),
        eq(couponUses.state, 'reserved'),
        when === 'overdue' ? isOverdue : undefined,
      ),
    )
  if (!use) return false
  await moveUse(db, use, 'released')
  return true
}

async function readUse(
  db: Database,
  orderId: string,
): Promise<typeof couponUses.$inferSelect | null> {
  const [use] = await db.select().from(couponUses).where(eq(couponUses.orderId, orderId))
  return use ?? null
}

export async function moveUse(
  db: Database,
  use: Pick<typeof couponUses.$inferSelect, 'orderId' | 'couponCode' | 'state'>,
  to: UseState,
): Promise<void> {
  await db
    .update(couponUses)
    .set({ state: to, changedAt: sql`clock_timestamp()` })
    .where(eq(couponUses.orderId, use.orderId))
  const change = (state: UseState): number => Number(to === state) - Number(use.state === state)
  await db
    .update(coupons)
    .set({
      usesReserved: sql`${coupons.usesReserved} + ${change('reserved')}`,
      usesUsed: sql`${coupons.usesUsed} + ${change('used')}`,
    })
    .where(eq(coupons.code, use.couponCode))
}
