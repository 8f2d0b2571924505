import { createHash } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { ProblemError } from '../../http/problem.ts'
import { isWebhookSignatureValid } from '../../outside/razorpay/signatures.ts'
import { parseWebhookEvent, type RazorpayEvent } from '../../outside/razorpay/webhook-event.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { hastenRefunds } from '../refunds/perform-refunds.ts'
import { type PaymentRow, paymentEvents, payments, refunds } from '../tables.ts'
import { countUnsignedWebhook } from './count-unsigned.ts'
import type { Heard } from './decide-payment.ts'
import { raiseAlarm, resolveAlarm } from './raise-alarm.ts'
import { settlePayment } from './settle-payment.ts'
import { disputeSnapshotOf, snapshotOf } from './snapshots.ts'

const unreadableKeptAtMost = 20_000

export interface Webhook {
  /** Exactly the bytes that came: the signature is over these. */
  rawBody: Buffer
  signature: unknown
  /** Same on every redelivery of an event. */
  eventId: string | undefined
}

/**
 * Takes one event from the provider. Resolves only when the database has it, so that the provider
 * repeats what was not kept; repeated, late and reordered events change nothing twice. Never asks the
 * provider, which waits five seconds for the answer: what is to be asked is made due. Resolves to our
 * id of the payment it was about; null if it was about none of ours.
 */
export async function receiveWebhook(
  deps: CheckoutDependencies,
  webhook: Webhook,
): Promise<string | null> {
  const isGenuine = isWebhookSignatureValid({ ...webhook, secrets: deps.webhookSecrets })
  if (!isGenuine) {
    await countUnsignedWebhook(deps, webhook.eventId)
    throw new ProblemError('signature_wrong')
  }
  await resolveAlarm(deps.db, 'webhooks silent')
  const event = parseWebhookEvent(webhook.rawBody)
  if (event === null) {
    await keepUnreadable(deps, webhook)
    return null
  }
  const payment = await findPayment(deps, event)
  if (payment === null) {
    await recordOnly(deps, null, event, idOf(webhook), 'This is about no order of ours.')
    return null
  }
  await handleEvent(deps, payment, event, idOf(webhook))
  return payment.id
}

async function handleEvent(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  event: RazorpayEvent,
  externalId: string,
): Promise<void> {
  const heard = whatIsHeard(event)
  if (heard) {
    await settlePayment(deps, payment.id, {
      source: 'webhook',
      kind: event.event,
      externalId,
      heard,
    })
    return
  }
  if (event.refund) {
    // It may be one of several, ours or not: how the whole payment stands is asked.
    await hastenRefunds(deps, payment.id)
    await checkNow(deps, payment.id)
    await recordOnly(deps, payment, event, externalId, `Refund: ${event.refund.status}.`)
    return
  }
  await recordOnly(deps, payment, event, externalId, 'Noted.')
}

function whatIsHeard({ dispute, refund, payment }: RazorpayEvent): Heard | null {
  if (dispute) return { kind: 'dispute', dispute: disputeSnapshotOf(dispute) }
  if (refund || !payment) return null
  const snapshot = snapshotOf(payment)
  return snapshot && { kind: 'payment', payment: snapshot }
}

async function checkNow(deps: CheckoutDependencies, paymentId: string): Promise<void> {
  await deps.db
    .update(payments)
    .set({ nextCheckAt: sql`clock_timestamp()` })
    .where(eq(payments.id, paymentId))
}

/** The same on every redelivery. */
function idOf({ eventId, rawBody }: Webhook): string {
  if (eventId !== undefined && eventId.length <= 200) return eventId
  return createHash('sha256').update(rawBody).digest('hex')
}

/**
 * Signed, so it is the provider's: refusing it again and again would have the webhook disabled. Kept
 * for people to read, who are told.
 */
async function keepUnreadable(deps: CheckoutDependencies, webhook: Webhook): Promise<void> {
  const body = webhook.rawBody.toString('base64').slice(0, unreadableKeptAtMost)
  await deps.db.transaction(async (db) => {
    await db
      .insert(paymentEvents)
      .values({
        source: 'webhook',
        kind: 'unreadable',
        externalId: idOf(webhook),
        content: { base64: body },
        outcome: 'Signed, but no event that can be read.',
        happenedAt: sql`clock_timestamp()`,
      })
      .onConflictDoNothing({ target: paymentEvents.externalId })
    await raiseAlarm(db, {
      subject: 'webhook unreadable',
      message: `A signed webhook could not be read (event ${idOf(webhook)}). It is kept; orders are settled by asking Razorpay meanwhile.`,
      paymentId: null,
    })
  })
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
