import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { type PaymentRow, payments } from '../tables.ts'

/** What one press of the button asks about, besides pending ones; older ones are asked every day. */
const othersAtMost = 200
/** As long as the provider can refund. */
const isYoung = sql`created_at > now() - interval '180 days'`

/**
 * Payments whose state may differ from the provider's: all pending ones, oldest first; of the others
 * the newest two hundred, as any of them may have been paid late or given back unheard.
 */
export async function listSuspects(
  db: Database,
): Promise<{ pending: PaymentRow[]; others: PaymentRow[] }> {
  const pending = await db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'pending'), isNotNull(payments.orderId)))
    .orderBy(asc(payments.createdAt))
  const others = await db
    .select()
    .from(payments)
    .where(and(ne(payments.status, 'pending'), isNotNull(payments.orderId), isYoung))
    .orderBy(desc(payments.createdAt))
    .limit(othersAtMost)
  return { pending, others }
}
