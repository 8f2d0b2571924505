import { createHash } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { Refusal } from '../http/problem.ts'
import { isWebhookSignatureValid } from '../outside/razorpay/signatures.ts'
import { parseWebhookEvent, type RazorpayEvent } from '../outside/razorpay/webhook-event.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { raiseAlarm, resolveAlarm } from './raise-alarm.ts'
import { hearOfRefund } from './record-refund-status.ts'
import { settlePayment } from './settle-payment.ts'
import { snapshotOf } from './snapshots.ts'
import { type PaymentRow, paymentEvents, payments, refunds } from './tables.ts'

export interface Webhook {
  /** Exactly the bytes that came: the signature is over these. */
  rawBody: Buffer
  signature: unknown
  /** Same on every redelivery of an event. */
  eventId: string | undefined
}

/**
 * Takes one event from the provider. Resolves only when the database has it, so that the provider
 * repeats what was not kept; repeated, late and reordered events change nothing twice.
 * Resolves to our id of the payment it was about; null if it was about none of ours.
 */
export async function receiveWebhook(
  deps: CheckoutDependencies,
  webhook: Webhook,
): Promise<string | null> {
  const isGenuine = isWebhookSignatureValid({ ...webhook, secrets: deps.webhookSecrets })
  if (!isGenuine) {
    deps.log.error({ event_id: webhook.eventId }, 'webhook with a wrong signature refused')
    await raiseAlarm(deps.db, {
      subject: 'webhook signature',
      message:
        'A webhook came with a wrong signature. If this goes on, the webhook secret in the settings is not the one at Razorpay.',
      paymentId: null,
    })
    throw new Refusal('signature_wrong')
  }
  const event = readEvent(webhook)
  const externalId = webhook.eventId ?? createHash('sha256').update(webhook.rawBody).digest('hex')
  const payment = await findPayment(deps, event)
  await resolveAlarm(deps.db, 'webhooks silent')
  if (payment === null) {
    await recordOnly(deps, null, event, externalId, 'This is about no order of ours.')
    return null
  }
  await handleEvent(deps, payment, event, externalId)
  return payment.id
}

async function handleEvent(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  event: RazorpayEvent,
  externalId: string,
): Promise<void> {
  if (event.dispute) {
    await raiseAlarm(deps.db, {
      subject: `dispute ${event.dispute.id}`,
      message: `Payment ${event.dispute.paymentId} is disputed (${event.dispute.status}): answer at Razorpay${event.dispute.respondBy ? ` by ${event.dispute.respondBy.toISOString().slice(0, 10)}` : ''}.`,
      paymentId: payment.id,
    })
    await recordOnly(deps, payment, event, externalId, `Dispute: ${event.dispute.status}.`)
    return
  }
  if (event.refund) {
    await hearOfRefund(deps, payment, event.refund)
    await recordOnly(deps, payment, event, externalId, `Refund: ${event.refund.status}.`)
    return
  }
  const snapshot = event.payment ? snapshotOf(event.payment) : null
  if (snapshot === null) {
    await recordOnly(deps, payment, event, externalId, 'Noted.')
    return
  }
  await settlePayment(deps, payment.id, {
    source: 'webhook',
    kind: event.event,
    externalId,
    heard: { kind: 'payment', payment: snapshot },
  })
}

function readEvent(webhook: Webhook): RazorpayEvent {
  try {
    return parseWebhookEvent(webhook.rawBody)
  } catch {
    throw new Refusal('invalid_input', { detail: 'This is no event that can be read.' })
  }
}

async function findPayment(
  deps: CheckoutDependencies,
  event: RazorpayEvent,
): Promise<PaymentRow | null> {
  const orderId = event.payment?.orderId ?? event.order?.id
  const razorpayPaymentId = event.payment?.id ?? event.refund?.paymentId ?? event.dispute?.paymentId
  const [byOrder] =
    orderId === undefined || orderId === null
      ? []
      : await deps.db.select().from(payments).where(eq(payments.orderId, orderId))
  if (byOrder) return byOrder
  if (razorpayPaymentId === undefined) return null
  const [byPayment] = await deps.db
    .select({ payment: payments })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      or(
        eq(payments.razorpayPaymentId, razorpayPaymentId),
        eq(refunds.razorpayPaymentId, razorpayPaymentId),
      ),
    )
    .limit(1)
  return byPayment?.payment ?? null
}

async function recordOnly(
  deps: CheckoutDependencies,
  payment: PaymentRow | null,
  event: RazorpayEvent,
  externalId: string,
  outcome: string,
): Promise<void> {
  await deps.db
    .insert(paymentEvents)
    .values({
      paymentId: payment?.id ?? null,
      source: 'webhook',
      kind: event.event,
      externalId,
      orderId: event.payment?.orderId ?? event.order?.id ?? null,
      razorpayPaymentId: event.payment?.id ?? event.refund?.paymentId ?? null,
      content: {},
      outcome,
      happenedAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing({ target: paymentEvents.externalId })
}
