import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import {
  type PaymentRow,
  paymentAlarms,
  paymentEvents,
  payments,
  type RefundRow,
  refunds,
} from '../tables.ts'

export interface ExplainedPayment {
  payment: PaymentRow
  events: (typeof paymentEvents.$inferSelect)[]
  refunds: RefundRow[]
}

/** A payment with all that was heard of it, oldest first, and its refunds; null if unknown. */
export async function explainPayment(
  db: Database,
  paymentId: string,
): Promise<ExplainedPayment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment) return null
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id))
  const given = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt))
  return { payment, events, refunds: given }
}

/** Who told us, in plain words. */
export const sourcesInWords: Record<ExplainedPayment['events'][number]['source'], string> = {
  academy: 'The academy',
  browser: 'The learner’s browser, confirmed by asking Razorpay',
  webhook: 'A webhook from Razorpay',
  provider: 'Asking Razorpay',
  administrator: 'An administrator',
  learner: 'The learner',
}

/** Open troubles, newest first. */
export async function listOpenAlarms(db: Database): Promise<(typeof paymentAlarms.$inferSelect)[]> {
  return db
    .select()
    .from(paymentAlarms)
    .where(sql`resolved_at is null`)
    .orderBy(sql`raised_at desc`)
    .limit(100)
}
