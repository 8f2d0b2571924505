import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { newId } from '../platform/new-id.ts'
import type { Effect } from './decide-payment.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { refundLetter, refundNotice } from './letters.ts'
import { readBuyer } from './read-buyer.ts'
import { type PaymentRow, type RefundCause, refunds } from './tables.ts'

const causesInWords: Record<RefundCause, string> = {
  duplicate: 'The learner had paid for this course already.',
  requested: 'The learner asked for it within the guarantee.',
  administrator: 'An administrator gave it back.',
  mismatch: 'The amount was not that of the order.',
  provider: 'It was refunded at the provider.',
}

/**
 * Writes a refund down before the provider is asked, and tells both sides. Asking comes after the
 * commit and is repeated with the same key until the provider has answered.
 */
export async function intendRefund(
  deps: CheckoutDependencies,
  db: Database,
  payment: PaymentRow,
  refund: Extract<Effect, { kind: 'refund' }>,
): Promise<void> {
  const isNew = await insertRefund(db, payment, refund, 'intended')
  if (isNew) await mailBothSides(deps, db, payment, refund)
}

/**
 * Writes down a refund that the provider made without being asked by us. How it stands is asked at
 * once and until it is done: should it fail, the money still goes back, as the course is closed.
 */
export async function noteProviderRefund(
  deps: CheckoutDependencies,
  db: Database,
  payment: PaymentRow,
  noted: Extract<Effect, { kind: 'note_refund' }>,
): Promise<void> {
  const refund = { ...noted, kind: 'refund' as const, cause: 'provider' as const }
  const isNew = await insertRefund(db, payment, refund, 'pending')
  if (isNew) await mailBothSides(deps, db, payment, refund)
}

/** Due at once. False if this provider payment has its refund already. */
async function insertRefund(
  db: Database,
  payment: PaymentRow,
  refund: Extract<Effect, { kind: 'refund' }>,
  status: 'intended' | 'pending',
): Promise<boolean> {
  const id = newId()
  const inserted = await db
    .insert(refunds)
    .values({
      id,
      paymentId: payment.id,
      razorpayPaymentId: refund.paymentId,
      amountInPaise: refund.amountInPaise,
      idempotencyKey: `refund-${id}`,
      cause: refund.cause,
      status,
      nextAttemptAt: sql`clock_timestamp()`,
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing({ target: refunds.razorpayPaymentId })
    .returning({ id: refunds.id })
  return inserted.length > 0
}

async function mailBothSides(
  deps: CheckoutDependencies,
  db: Database,
  payment: PaymentRow,
  refund: Extract<Effect, { kind: 'refund' }>,
): Promise<void> {
  const buyer = await readBuyer(db, payment.learnerId)
  const facts = {
    buyerName: buyer.name,
    courseTitle: payment.courseTitle,
    amountInPaise: refund.amountInPaise,
    razorpayPaymentId: refund.paymentId,
  }
  await deps.queueMail(db, {
    to: buyer.email,
    letter: refundLetter({ ...facts, isDuplicate: refund.cause === 'duplicate' }),
    cause: `refund:${refund.paymentId}:learner`,
  })
  await deps.queueMail(db, {
    to: deps.brand.supportEmail,
    letter: refundNotice({
      ...facts,
      buyerEmail: buyer.email,
      cause: causesInWords[refund.cause],
    }),
    cause: `refund:${refund.paymentId}:academy`,
  })
}
