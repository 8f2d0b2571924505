import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { ownsAll } from '../../../access/server/check-access.ts'
import { issueCreditNote } from '../../../tax/server/issue-credit-note.ts'
import type { RefundCause } from '../../statuses.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { refundMail, refundNoticeMail } from '../mail-templates.ts'
import { hasPaidForAll } from '../orders/has-paid-for-all.ts'
import { listKeptTitles } from '../orders/list-kept-titles.ts'
import { listCourseIds } from '../orders/order-items.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import { raiseNewAlarm } from '../settling/alarms.ts'
import type { Effect, Gone } from '../settling/decide-order.ts'
import { type OrderRow, refunds } from '../tables.ts'
import { recordReturn, sumReturns } from './record-return.ts'

const causesInWords: Record<RefundCause, string> = {
  duplicate: 'The learner has this course already.',
  requested: 'The learner asked for it within the guarantee.',
  administrator: 'An administrator gave it back.',
  mismatch: 'The amount was not that of the order.',
  provider: 'It was refunded at the provider.',
  dispute: 'A dispute was lost.',
  erased: 'It was paid late, when the account was erased.',
  coupon: 'It was paid late, when others had used its coupon up.',
}

/**
 * Writes a refund down before the provider is asked, and tells both sides. Asking comes after the
 * commit and is repeated with the same key until the provider has answered.
 */
export async function recordRefund(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  asked: Extract<Effect, { kind: 'refund' }>,
): Promise<void> {
  const refund = { ...asked, amountInPaise: await amountNow(db, order, asked) }
  const refundId = await insertRefund(db, order, refund, 'intended')
  if (refundId !== null) await creditAndTell(deps, db, order, { ...refund, refundId })
}

/**
 * Writes down what went back without being asked by us. How a refund stands is asked at once and
 * until it is done: should it fail, the money still goes back, as the course is closed. What lost
 * disputes took in full is gone, whatever was intended before.
 */
export async function recordProviderRefund(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  noted: Extract<Effect, { kind: 'note_refund' }>,
): Promise<void> {
  const amountInPaise = await amountNow(db, order, noted)
  const refund = { ...noted, kind: 'refund' as const, amountInPaise }
  const refundId = await insertRefund(db, order, refund, noted.isTaken ? 'processed' : 'pending')
  if (refundId !== null) await creditAndTell(deps, db, order, { ...refund, refundId })
  else if (noted.isTaken) {
    await tellOfTakenTwice(db, order, refund)
    await closeRefund(db, refund.razorpayPaymentId)
  }
}

/** A bank took what had been given back already. */
async function tellOfTakenTwice(
  db: Database,
  order: OrderRow,
  { razorpayPaymentId }: { razorpayPaymentId: string },
): Promise<void> {
  const isGiven = and(
    eq(refunds.razorpayPaymentId, razorpayPaymentId),
    inArray(refunds.status, ['pending', 'processed']),
    ne(refunds.cause, 'dispute'),
  )
  if ((await db.$count(refunds, isGiven)) === 0) return
  const message = `Payment ${razorpayPaymentId} was refunded, and its bank took it back by a dispute as well: the money may be gone twice. Please ask Razorpay about it.`
  await raiseNewAlarm(db, {
    subject: `taken twice ${razorpayPaymentId}`,
    message,
    orderId: order.id,
  })
}

/** The dispute becomes its cause: whatever is heard later, this money is never asked for again. */
export async function closeRefund(db: Database, razorpayPaymentId: string): Promise<void> {
  await db
    .update(refunds)
    .set({
      status: 'processed',
      cause: 'dispute',
      nextAttemptAt: null,
      processedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(refunds.razorpayPaymentId, razorpayPaymentId), ne(refunds.status, 'processed')))
}

/** What was told as given may have come back: Razorpay is asked how it stands. */
export async function doubtRefund(db: Database, razorpayPaymentId: string): Promise<void> {
  await db
    .update(refunds)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(refunds.razorpayPaymentId, razorpayPaymentId),
        eq(refunds.status, 'processed'),
        ne(refunds.cause, 'dispute'),
        isNull(refunds.paidOutsideAt),
      ),
    )
}

/** Of a sale that is closed what had not gone back in parts before; of any other payment all of it. */
async function amountNow(
  db: Database,
  order: OrderRow,
  refund: { razorpayPaymentId: string; amountInPaise: number },
): Promise<number> {
  if (!isOfSale(order, refund)) return refund.amountInPaise
  const { refundedInPaise, lostInPaise } = await sumReturns(db, order.id)
  const left = order.amountInPaise - refundedInPaise - lostInPaise
  // Nothing is left where parts were only added up later (docs/decisions/0084).
  return left > 0 ? left : refund.amountInPaise
}

/** The payment is the one that opened the order's courses. */
function isOfSale(order: OrderRow, { razorpayPaymentId }: { razorpayPaymentId: string }): boolean {
  return order.completedAt !== null && razorpayPaymentId === order.razorpayPaymentId
}

/** Due at once, unless it is done. Null if this provider payment has its refund already. */
async function insertRefund(
  db: Database,
  order: OrderRow,
  refund: Extract<Effect, { kind: 'refund' }>,
  status: 'intended' | 'pending' | 'processed',
): Promise<string | null> {
  const id = newId()
  const inserted = await db
    .insert(refunds)
    .values({
      id,
      orderId: order.id,
      razorpayPaymentId: refund.razorpayPaymentId,
      amountInPaise: refund.amountInPaise,
      idempotencyKey: `refund-${id}`,
      cause: refund.cause,
      status,
      nextAttemptAt: status === 'processed' ? null : sql`clock_timestamp()`,
      createdAt: sql`clock_timestamp()`,
      processedAt: status === 'processed' ? sql`clock_timestamp()` : null,
    })
    .onConflictDoNothing({ target: refunds.razorpayPaymentId })
    .returning({ id: refunds.id })
  return inserted[0]?.id ?? null
}

/**
 * Issues the credit note where the payment was invoiced, and tells both sides: of the course what holds
 * after all else of this decision was written.
 */
async function creditAndTell(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  refund: Extract<Effect, { kind: 'refund' }> & { refundId: string },
): Promise<void> {
  const { refundId, razorpayPaymentId } = refund
  const wasOpened = isOfSale(order, refund)
  const isDisputed = refund.cause === 'dispute'
  if (wasOpened) await recordReturn(db, order, (known) => allOf(order, known, isDisputed))
  const note = await issueCreditNote(db, { orderId: order.id, refundId, razorpayPaymentId })
  const buyer = await readBuyer(db, order.learnerId)
  const facts = {
    buyerName: buyer.name,
    courseTitle: order.courseTitle,
    amountInPaise: refund.amountInPaise,
    razorpayPaymentId: refund.razorpayPaymentId,
  }
  const courseIds = await listCourseIds(db, order.id)
  const isOwned = await ownsAll(db, order.learnerId, courseIds)
  const isPaidOtherwise = await hasPaidForAll(db, order.learnerId, courseIds)
  const keptTitles = await listKeptTitles(db, order)
  await deps.queueMail(db, {
    to: buyer.email,
    template: () =>
      refundMail({
        ...facts,
        isOwned,
        isPaidOtherwise,
        keptTitles,
        wasOpened,
        isDisputed,
        creditNoteNumber: note?.documentNumber ?? null,
      }),
    ...(note && { attachment: `credit_note:${order.id}:${note.documentNumber}` }),
    cause: `refund:${refund.razorpayPaymentId}:learner`,
  })
  await deps.queueMail(db, {
    to: deps.brand.supportEmail,
    template: refundNoticeMail({
      ...facts,
      buyerEmail: buyer.email,
      cause: wordCause(order, refund.cause),
    }),
    cause: `refund:${refund.razorpayPaymentId}:academy`,
  })
}

/** Of an order that was paid a second time the course may be closed again by then. */
function wordCause({ completedAt }: OrderRow, cause: RefundCause): string {
  return cause === 'duplicate' && completedAt !== null
    ? 'The order had been paid already.'
    : causesInWords[cause]
}

/** The whole price: what went back before did so as it is known, the rest as this one does. */
function allOf({ amountInPaise }: OrderRow, known: Gone, isDisputed: boolean): Gone {
  return isDisputed
    ? { ...known, lostInPaise: amountInPaise - known.refundedInPaise }
    : { ...known, refundedInPaise: amountInPaise - known.lostInPaise }
}
