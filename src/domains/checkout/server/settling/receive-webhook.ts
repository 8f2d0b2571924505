import { createHash } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import { isWebhookSignatureValid } from '../../../../integrations/razorpay/signatures.ts'
import {
  findNamedOrder,
  parseWebhookEvent,
  type RazorpayEvent,
} from '../../../../integrations/razorpay/webhook-event.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { makeRefundsDue } from '../refunds/perform-refunds.ts'
import { type OrderRow, orders, refunds } from '../tables.ts'
import { raiseAlarm, resolveAlarm } from './alarms.ts'
import { countUnsignedWebhook } from './count-unsigned.ts'
import type { OrderUpdate } from './decide-order.ts'
import { recordEvent } from './record-event.ts'
import { settleOrder } from './settle-order.ts'
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
 * id of the order it was about; null if it was about none of ours.
 */
export async function receiveWebhook(
  deps: CheckoutDependencies,
  webhook: Webhook,
): Promise<string | null> {
  const isGenuine = isWebhookSignatureValid({ ...webhook, secrets: deps.keys.webhookSecrets })
  if (!isGenuine) {
    await countUnsignedWebhook(deps, webhook.eventId)
    throw new ProblemError('signature_wrong')
  }
  await resolveAlarm(deps.db, 'webhooks silent')
  const event = parseWebhookEvent(webhook.rawBody)
  if (event === null) {
    const named = await findOrder(deps, findNamedOrder(webhook.rawBody), null)
    await keepUnreadable(deps, webhook, named)
    if (named) await checkNow(deps, named.id)
    return named?.id ?? null
  }
  const { razorpayOrderId, razorpayPaymentId } = idsOf(event)
  const order = await findOrder(deps, razorpayOrderId, razorpayPaymentId)
  if (order === null) {
    await recordOnly(deps, null, event, idOf(webhook), 'This is about no order of ours.')
    return null
  }
  await handleEvent(deps, order, event, idOf(webhook))
  return order.id
}

async function handleEvent(
  deps: CheckoutDependencies,
  order: OrderRow,
  event: RazorpayEvent,
  externalId: string,
): Promise<void> {
  const update = updateOf(event)
  if (update) {
    await settleOrder(deps, order.id, { source: 'webhook', kind: event.event, externalId, update })
    return
  }
  if (event.refund) {
    // It may be one of several, ours or not: how the whole payment stands is asked.
    await makeRefundsDue(deps, order.id)
    await checkNow(deps, order.id)
    await recordOnly(deps, order, event, externalId, `Refund: ${event.refund.status}.`)
    return
  }
  // An order that is paid, without the payment; a payment in a state that nobody knows yet.
  await checkNow(deps, order.id)
  await recordOnly(deps, order, event, externalId, 'Noted.')
}

function updateOf({ dispute, refund, payment }: RazorpayEvent): OrderUpdate | null {
  if (dispute) return { kind: 'dispute', dispute: disputeSnapshotOf(dispute) }
  if (refund || !payment) return null
  const snapshot = snapshotOf(payment)
  return snapshot && { kind: 'payment', payment: snapshot }
}

async function checkNow(deps: CheckoutDependencies, orderId: string): Promise<void> {
  await deps.db
    .update(orders)
    .set({ nextCheckAt: sql`clock_timestamp()` })
    .where(eq(orders.id, orderId))
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
async function keepUnreadable(
  deps: CheckoutDependencies,
  webhook: Webhook,
  named: OrderRow | null,
): Promise<void> {
  const body = webhook.rawBody.toString('base64').slice(0, unreadableKeptAtMost)
  await deps.db.transaction(async (db) => {
    await recordEvent(db, {
      orderId: named?.id,
      source: 'webhook',
      kind: 'unreadable',
      externalId: idOf(webhook),
      content: { base64: body },
      outcome: 'Signed, but no event that can be read.',
    })
    await raiseAlarm(db, {
      subject: 'webhook unreadable',
      message: `A signed webhook could not be read (event ${idOf(webhook)}). It is kept; orders are settled by asking Razorpay meanwhile.`,
      orderId: null,
    })
  })
}

async function findOrder(
  deps: CheckoutDependencies,
  razorpayOrderId: string | null,
  razorpayPaymentId: string | null,
): Promise<OrderRow | null> {
  if (razorpayOrderId !== null) {
    const [order] = await deps.db
      .select()
      .from(orders)
      .where(eq(orders.razorpayOrderId, razorpayOrderId))
    if (order) return order
  }
  if (razorpayPaymentId === null) return null
  const [found] = await deps.db
    .select({ order: orders })
    .from(orders)
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(
      or(
        eq(orders.razorpayPaymentId, razorpayPaymentId),
        eq(refunds.razorpayPaymentId, razorpayPaymentId),
      ),
    )
    .limit(1)
  return found?.order ?? null
}

function idsOf({ payment, order, refund, dispute }: RazorpayEvent): {
  razorpayOrderId: string | null
  razorpayPaymentId: string | null
} {
  return {
    razorpayOrderId: payment?.razorpayOrderId ?? order?.id ?? null,
    razorpayPaymentId:
      payment?.id ?? refund?.razorpayPaymentId ?? dispute?.razorpayPaymentId ?? null,
  }
}

async function recordOnly(
  deps: CheckoutDependencies,
  order: OrderRow | null,
  event: RazorpayEvent,
  externalId: string,
  outcome: string,
): Promise<void> {
  await recordEvent(deps.db, {
    orderId: order?.id ?? null,
    source: 'webhook',
    kind: event.event,
    externalId,
    ...idsOf(event),
    outcome,
  })
}
