import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { isWebhookSignatureValid } from '../src/integrations/razorpay/signatures.ts'
import { parseWebhookEvent } from '../src/integrations/razorpay/webhook-event.ts'
import {
  makeOrder,
  openTestStandIn,
  patience,
  waitForEvents,
  webhookSecret,
} from './test-stand-in.ts'

const paid = ['payment.authorized', 'payment.captured', 'order.paid']
const secrets = [webhookSecret]

function isSigned({ rawBody, headers }: { rawBody: Buffer; headers: Record<string, unknown> }) {
  return isWebhookSignatureValid({ rawBody, signature: headers['x-razorpay-signature'], secrets })
}

describe('webhooks', () => {
  test('tell of a payment step by step, signed, each with its own id and the state of that moment', async () => {
    const opened = await openTestStandIn()

    const { orderId, paymentId } = await opened.makePaidOrder()

    await waitForEvents(opened, paid)
    expect(opened.received.every(isSigned)).toBe(true)
    expect(new Set(opened.received.map(({ id }) => id)).size).toBe(3)
    const events = opened.received.map(({ rawBody }) => parseWebhookEvent(rawBody))
    expect(events.map((event) => event?.payment?.status)).toEqual([
      'authorized',
      'captured',
      'captured',
    ])
    expect(events[2]).toMatchObject({
      payment: { id: paymentId },
      order: { id: orderId, status: 'paid' },
    })
  })

  test('tell of a failed attempt', async () => {
    const opened = await openTestStandIn()

    await opened.makePaidOrder({ outcome: 'failed' })

    await waitForEvents(opened, ['payment.failed'])
    expect(isSigned(opened.received[0]!)).toBe(true)
  })

  test('come again with the same id and the same bytes until they are taken', async () => {
    const opened = await openTestStandIn()
    opened.answers.push(500, 503, 302)

    await opened.makePaidOrder({ outcome: 'failed' })

    await waitForEvents(
      opened,
      Array.from({ length: 4 }, () => 'payment.failed'),
    )
    const [first, ...others] = opened.received
    for (const other of others) {
      expect(other.id).toBe(first!.id)
      expect(other.rawBody.equals(first!.rawBody)).toBe(true)
    }
    await vi.waitFor(async () => {
      expect(await opened.get('/sandbox/webhooks')).toMatchObject([
        {
          id: first!.id,
          state: 'delivered',
          attempts: [{ status: 500 }, { status: 503 }, { status: 302 }, { status: 200 }],
        },
      ])
    }, patience)
  })

  test('“twice” delivers each event twice under one id', async () => {
    const opened = await openTestStandIn()

    await opened.makePaidOrder({ webhook: 'twice' })

    await waitForEvents(opened, [...paid, ...paid])
    expect(new Set(opened.received.map(({ id }) => id)).size).toBe(3)
  })

  test('“never” keeps them from the academy, and they can be delivered later by hand', async () => {
    const opened = await openTestStandIn()
    await opened.makePaidOrder({ webhook: 'never', outcome: 'failed' })
    expect(await opened.get('/sandbox/webhooks')).toMatchObject([
      { state: 'dropped', delivered: false },
    ])
    const [event] = z
      .array(z.object({ id: z.string() }))
      .parse(await opened.get('/sandbox/webhooks'))

    await opened.post(`/sandbox/webhooks/${event!.id}/redeliver`)

    await waitForEvents(opened, ['payment.failed'])
    expect(opened.received[0]?.id).toBe(event!.id)
  })

  test('“late” delivers them after the buyer is long back', async () => {
    const opened = await openTestStandIn({ lateByInMs: 2_000 })
    const startedAt = performance.now()

    await opened.makePaidOrder({ webhook: 'late' })
    expect(opened.received).toEqual([])

    // Each has a clock of its own, so they may overtake one another.
    await vi.waitFor(() => {
      expect(opened.received.map(({ event }) => event).toSorted()).toEqual(paid.toSorted())
    })
    expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  })

  test('“reordered” delivers the last news first', async () => {
    const opened = await openTestStandIn()

    await opened.makePaidOrder({ webhook: 'reordered' })

    await waitForEvents(opened, paid.toReversed())
    expect(opened.received.every(isSigned)).toBe(true)
  })

  test('of a forger carry a signature that does not hold, and claim a payment that does not exist', async () => {
    const opened = await openTestStandIn()
    const order = await makeOrder(opened.client)
    opened.answers.push(400, 400, 400)

    await opened.post(`/sandbox/orders/${order.id}/forge-webhook`)

    await waitForEvents(opened, paid)
    expect(opened.received.some(isSigned)).toBe(false)
    expect(await opened.client.fetchOrder(order.id)).toMatchObject({ status: 'created' })
    expect(await opened.client.listOrderPayments(order.id)).toEqual([])
  })

  test('tell of a dispute from its opening to its loss', async () => {
    const opened = await openTestStandIn()
    const { paymentId } = await opened.makePaidOrder({ webhook: 'never' })

    await opened.post(`/sandbox/payments/${paymentId}/dispute`)
    await opened.post(`/sandbox/payments/${paymentId}/dispute`, { phase: 'lost' })

    await waitForEvents(opened, ['payment.dispute.created', 'payment.dispute.lost'])
    const [created, lost] = opened.received.map(
      ({ rawBody }) => parseWebhookEvent(rawBody)?.dispute,
    )
    expect(created).toMatchObject({
      razorpayPaymentId: paymentId,
      status: 'open',
      amountDeductedInPaise: 0,
    })
    expect(lost).toMatchObject({ id: created!.id, status: 'lost', amountDeductedInPaise: 499_900 })
  })
})
