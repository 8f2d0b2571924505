import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../http/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { type PaymentRow, paymentEvents, payments, refunds } from '../tables.ts'
import { applyDecision } from './apply-decision.ts'
import { decidePayment, type Effect, type Heard, type OrderState } from './decide-payment.ts'

/** Who told us. The provider's own event id makes a repeated delivery recognisable. */
export interface News {
  source: (typeof paymentEvents.$inferInsert)['source']
  /** e.g. `payment.captured`, `verify`, `poll`. */
  kind: string
  externalId?: string
  heard: Heard
}

export interface Settled {
  payment: PaymentRow
  /** Calls to the provider that are now due: `followUp` makes them, the reconciler repeats them. */
  due: Extract<Effect, { kind: 'capture' | 'refund' }>[]
}

/**
 * The one way in which a payment changes: browser, webhook, reconciler, learner and administrator all
 * come through here. One transaction, the row locked: decide, change money and access together,
 * record what was heard. The same news again changes nothing. `guard` sees the locked row first and
 * may refuse by throwing.
 */
export async function settlePayment(
  deps: CheckoutDependencies,
  paymentId: string,
  news: News,
  guard: (payment: PaymentRow) => void = () => undefined,
): Promise<Settled> {
  return deps.db.transaction(async (db) => {
    const payment = await lockPayment(db, paymentId)
    guard(payment)
    const decision = decidePayment(await readState(db, payment), news.heard)
    const isFresh = await recordNews(db, payment, news, decision.outcome)
    if (!isFresh) return { payment, due: [] }
    const changed = await applyDecision(deps, db, payment, decision)
    const due = decision.effects.filter(
      (effect) => effect.kind === 'capture' || effect.kind === 'refund',
    )
    return { payment: changed, due }
  })
}

async function lockPayment(db: Database, paymentId: string): Promise<PaymentRow> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) throw new ProblemError('payment_not_found')
  // Orders of one learner for one course take turns, so that only one of them opens the course.
  const pair = `access ${payment.learnerId} ${payment.courseId}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`)
  return payment
}

/** What the rules need to know of an order. */
export async function readState(db: Database, payment: PaymentRow): Promise<OrderState> {
  const given = await db
    .select({ id: refunds.razorpayPaymentId })
    .from(refunds)
    .where(eq(refunds.paymentId, payment.id))
  const { rows } = await db.execute(sql`
    select 1 from entitlements
     where learner_id = ${payment.learnerId} and course_id = ${payment.courseId}`)
  return {
    status: payment.status,
    amountInPaise: payment.amountInPaise,
    currency: payment.currency,
    settledPaymentId: payment.razorpayPaymentId,
    wasOpened: payment.completedAt !== null,
    isOwnedOtherwise: rows.length > 0 && payment.status !== 'completed',
    refundedPaymentIds: given.map((refund) => refund.id),
  }
}

/** False if this very event was handled before. Polls that heard nothing new leave no trace. */
async function recordNews(
  db: Database,
  payment: PaymentRow,
  news: News,
  outcome: string,
): Promise<boolean> {
  const { heard } = news
  if (heard.kind === 'attempts_listed' && payment.status !== 'pending') return true
  const isRepeat =
    news.externalId === undefined && (await isLastOutcome(db, payment, news, outcome))
  if (isRepeat) return true
  const inserted = await db
    .insert(paymentEvents)
    .values({
      paymentId: payment.id,
      source: news.source,
      kind: news.kind,
      externalId: news.externalId ?? null,
      orderId: payment.orderId,
      razorpayPaymentId: paymentHeardOf(heard),
      content: contentOf(heard),
      outcome,
      happenedAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing({ target: paymentEvents.externalId })
    .returning({ id: paymentEvents.id })
  return inserted.length > 0
}

/** Asking again and hearing the same would only make the timeline long. */
async function isLastOutcome(
  db: Database,
  payment: PaymentRow,
  news: News,
  outcome: string,
): Promise<boolean> {
  const about = paymentHeardOf(news.heard)
  const { rows } = await db.execute<{ outcome: string }>(sql`
    select outcome from payment_events
     where payment_id = ${payment.id} and source = ${news.source} and kind = ${news.kind}
       and razorpay_payment_id is not distinct from ${about}
     order by id desc limit 1`)
  return rows[0]?.outcome === outcome
}

function paymentHeardOf(heard: Heard): string | null {
  if (heard.kind === 'payment') return heard.payment.paymentId
  return heard.kind === 'dispute' ? heard.dispute.paymentId : null
}

function contentOf(heard: Heard): Record<string, unknown> {
  switch (heard.kind) {
    case 'payment':
      return { ...heard.payment }
    case 'dispute':
      return { ...heard.dispute }
    case 'attempts_listed':
      return { attempts: heard.attempts.length }
    case 'refund_requested':
    case 'order_lost':
      return {}
  }
}
