import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import type { Gone } from '../settling/decide-order.ts'
import { type OrderRow, orderReturns } from '../tables.ts'

/**
 * Writes down what of a sold order's price went back, in the transaction that hears of it, its row
 * locked: each paisa once, never more than was paid. `gone` makes of what is known so far what went
 * back in all. Resolves to what is written down by now.
 */
export async function recordReturn(
  db: Database,
  order: Pick<OrderRow, 'id' | 'amountInPaise'>,
  gone: (known: Gone) => Gone,
): Promise<Gone> {
  const known = await sumReturns(db, order.id)
  const { refundedInPaise, lostInPaise } = gone(known)
  const left = order.amountInPaise - known.refundedInPaise - known.lostInPaise
  const refunded = Math.min(left, Math.max(0, refundedInPaise - known.refundedInPaise))
  const lost = Math.min(left - refunded, Math.max(0, lostInPaise - known.lostInPaise))
  if (refunded + lost <= 0) return known
  await db
    .insert(orderReturns)
    .values({ orderId: order.id, refundedInPaise: refunded, lostInPaise: lost })
  return {
    refundedInPaise: known.refundedInPaise + refunded,
    lostInPaise: known.lostInPaise + lost,
  }
}

/** What went back of a sold order, as far as was heard. */
export async function sumReturns(db: Database, orderId: string): Promise<Gone> {
  const [sums] = await db
    .select({
      refundedInPaise: sql`coalesce(sum(${orderReturns.refundedInPaise}), 0)`.mapWith(Number),
      lostInPaise: sql`coalesce(sum(${orderReturns.lostInPaise}), 0)`.mapWith(Number),
    })
    .from(orderReturns)
    .where(eq(orderReturns.orderId, orderId))
  return sums ?? { refundedInPaise: 0, lostInPaise: 0 }
}
