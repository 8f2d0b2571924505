import { describe, expect, test } from 'vitest'
import { parseWebhookEvent } from '../src/integrations/razorpay/webhook-event.ts'
import { apiHeaders, openTestStandIn, restart, waitForEvents } from './test-stand-in.ts'

const dayInSeconds = 24 * 60 * 60
const givenBack = ['refund.created', 'refund.processed']

describe('a payment that nobody captures', () => {
  test('goes back by itself after three days, told as a refund of what was never captured', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'authorized' })

    await post('/sandbox/clock', { advance_in_seconds: 3 * dayInSeconds - 60 })
    expect(await client.fetchPayment(paymentId)).toMatchObject({ status: 'authorized' })
    await post('/sandbox/clock', { advance_in_seconds: 60 })

    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'refunded',
      isCaptured: false,
      amountRefundedInPaise: 499_900,
      refundStatus: 'full',
      feeInPaise: null,
    })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'attempted' })
    await waitForEvents(opened, ['payment.authorized', ...givenBack])
    const { payment, refund } = parseWebhookEvent(opened.received[2]!.rawBody)!
    expect(payment).toMatchObject({ status: 'refunded', isCaptured: false })
    expect(refund).toMatchObject({ status: 'processed', amountInPaise: 499_900 })
  })

  test('goes back earlier when its order says so', async () => {
    const { client, standIn, post } = await openTestStandIn()
    await fetch(`${standIn.url}/v1/orders`, {
      method: 'POST',
      headers: apiHeaders,
      body: '{"amount":100,"currency":"INR","receipt":"short","payment":{"capture":"manual","capture_options":{"manual_expiry_period":12}}}',
    })
    const [order] = await client.listOrders({ receipt: 'short' })
    await post(`/sandbox/orders/${order!.id}/pay`, { outcome: 'authorized' })

    await post('/sandbox/clock', { advance_in_seconds: 12 * 60 })

    expect(await client.listOrderPayments(order!.id)).toMatchObject([{ status: 'refunded' }])
  })

  test.each([11, 7201, 'long'])('an order cannot wait %s minutes', async (period) => {
    const { standIn } = await openTestStandIn()

    const response = await fetch(`${standIn.url}/v1/orders`, {
      method: 'POST',
      headers: apiHeaders,
      body: JSON.stringify({
        amount: 100,
        currency: 'INR',
        payment: { capture: 'manual', capture_options: { manual_expiry_period: period } },
      }),
    })

    expect(response.status).toBe(400)
  })

  test('can be given back by hand, and then not captured any more', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { paymentId } = await makePaidOrder({ outcome: 'authorized', webhook: 'never' })

    await post(`/sandbox/payments/${paymentId}/expire`)

    await waitForEvents(opened, givenBack)
    const capture = client.capturePayment(paymentId, { amountInPaise: 499_900, currency: 'INR' })
    await expect(capture).rejects.toThrow('authorized and not yet captured')
  })

  test('is left alone once it is captured', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder({ outcome: 'authorized' })
    await client.capturePayment(paymentId, { amountInPaise: 499_900, currency: 'INR' })

    await post('/sandbox/clock', { advance_in_seconds: 10 * dayInSeconds })

    expect(await client.fetchPayment(paymentId)).toMatchObject({ status: 'captured' })
    expect(await post(`/sandbox/payments/${paymentId}/expire`)).toHaveProperty('error')
  })

  test('goes back after a restart as well', async () => {
    const opened = await openTestStandIn()
    const { paymentId } = await opened.makePaidOrder({ outcome: 'authorized' })
    await opened.post('/sandbox/clock', { advance_in_seconds: 2 * dayInSeconds })

    const again = await restart(opened)
    expect(await again.client.fetchPayment(paymentId)).toMatchObject({ status: 'authorized' })
    await again.post('/sandbox/clock', { advance_in_seconds: dayInSeconds })

    expect(await again.client.fetchPayment(paymentId)).toMatchObject({ status: 'refunded' })
  })

  test('has failed when the bank says nothing for ten minutes', async () => {
    const opened = await openTestStandIn()
    const { paymentId } = await opened.makePaidOrder({ outcome: 'created' })

    await opened.post('/sandbox/clock', { advance_in_seconds: 10 * 60 })

    await waitForEvents(opened, ['payment.failed'])
    expect(await opened.client.fetchPayment(paymentId)).toMatchObject({ status: 'failed' })
  })
})

describe('a second payment of one order', () => {
  test('is captured when asked for by name', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { orderId } = await makePaidOrder({ webhook: 'never' })

    await post(`/sandbox/orders/${orderId}/pay`, { second: true })

    expect(await client.listOrderPayments(orderId)).toMatchObject([
      { status: 'captured', amountInPaise: 499_900 },
      { status: 'captured', amountInPaise: 499_900 },
    ])
    expect(await client.fetchOrder(orderId)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amountPaidInPaise: 499_900,
      amountDueInPaise: 0,
    })
    await waitForEvents(opened, ['payment.authorized', 'payment.captured'])
  })

  test('can be a first attempt that the bank authorises late and somebody captures', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'failed' })
    await post(`/sandbox/orders/${orderId}/pay`)

    await post(`/sandbox/payments/${paymentId}/authorize`, { second: true })
    expect(await client.fetchPayment(paymentId)).toMatchObject({ status: 'authorized' })
    expect(await post(`/sandbox/payments/${paymentId}/capture`)).toMatchObject({
      error: { description: 'Payment already done for this order.' },
    })
    await post(`/sandbox/payments/${paymentId}/capture`, { second: true })

    expect(await client.fetchPayment(paymentId)).toMatchObject({ status: 'captured' })
  })
})
