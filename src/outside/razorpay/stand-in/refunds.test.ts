import { describe, expect, test } from 'vitest'
import { openTestStandIn, waitForEvents } from './test-stand-in.ts'

const idempotencyKey = 'refund-key-1'

describe('a refund', () => {
  test('without an amount gives back all of it, at once', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder } = opened
    const { orderId, paymentId } = await makePaidOrder({ webhook: 'never' })

    const refund = await client.refundPayment(paymentId, { idempotencyKey, receipt: 'r-1' })

    expect(refund).toMatchObject({ status: 'processed', amountInPaise: 499_900, receipt: 'r-1' })
    expect(await client.fetchRefund(refund.id)).toEqual(refund)
    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'full',
    })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'paid' })
    await waitForEvents(opened, ['refund.created', 'refund.processed'])
  })

  test('asked for twice with the same key is made once', async () => {
    const { client, makePaidOrder } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()

    const first = await client.refundPayment(paymentId, { amountInPaise: 100, idempotencyKey })
    const second = await client.refundPayment(paymentId, { amountInPaise: 100, idempotencyKey })

    expect(second.id).toBe(first.id)
    expect(await client.listPaymentRefunds(paymentId)).toHaveLength(1)
  })

  test('with a used key and another amount is refused', async () => {
    const { client, makePaidOrder } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await client.refundPayment(paymentId, { amountInPaise: 100, idempotencyKey })

    const other = client.refundPayment(paymentId, { amountInPaise: 200, idempotencyKey })

    await expect(other).rejects.toThrow(
      'Different request with the same idempotency key has already been processed.',
    )
  })

  test('in parts never exceeds what was paid', async () => {
    const { client, makePaidOrder } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await client.refundPayment(paymentId, { amountInPaise: 499_800, idempotencyKey })
    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      refundStatus: 'partial',
    })

    const tooMuch = client.refundPayment(paymentId, {
      amountInPaise: 200,
      idempotencyKey: 'refund-key-2',
    })
    await expect(tooMuch).rejects.toThrow('greater than amount captured')
    await client.refundPayment(paymentId, { idempotencyKey: 'refund-key-3' })
    const again = client.refundPayment(paymentId, { idempotencyKey: 'refund-key-4' })

    await expect(again).rejects.toThrow('The payment has been fully refunded already')
  })

  test('of a payment that was never captured is refused', async () => {
    const { client, makePaidOrder } = await openTestStandIn()
    const { paymentId } = await makePaidOrder({ outcome: 'authorized' })

    const refund = client.refundPayment(paymentId, { idempotencyKey })

    await expect(refund).rejects.toThrow('The payment status should be captured')
  })

  test('can stay pending until it is processed by hand', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { paymentId } = await makePaidOrder({ webhook: 'never' })
    await post('/sandbox/faults', { refunds: 'pending' })

    const refund = await client.refundPayment(paymentId, { idempotencyKey })
    expect(refund.status).toBe('pending')
    await post(`/sandbox/refunds/${refund.id}/process`)

    expect(await client.fetchRefund(refund.id)).toMatchObject({ status: 'processed' })
    await waitForEvents(opened, ['refund.created', 'refund.processed'])
  })

  test('can fail later, and then the money is with the academy again', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { paymentId } = await makePaidOrder({ webhook: 'never' })
    await post('/sandbox/faults', { refunds: 'failed' })

    const refund = await client.refundPayment(paymentId, { idempotencyKey })

    expect(refund.status).toBe('pending')
    expect(await client.fetchRefund(refund.id)).toMatchObject({ status: 'failed' })
    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      amountRefundedInPaise: 0,
      refundStatus: null,
    })
    await waitForEvents(opened, ['refund.created', 'refund.failed'])
  })

  test('made at the dashboard comes to the academy as a webhook', async () => {
    const opened = await openTestStandIn()
    const { client, makePaidOrder, post } = opened
    const { paymentId } = await makePaidOrder({ webhook: 'never' })

    await post(`/sandbox/payments/${paymentId}/refund`, { amount: 1000 })

    await waitForEvents(opened, ['refund.created', 'refund.processed'])
    expect(await client.listPaymentRefunds(paymentId)).toMatchObject([{ amountInPaise: 1000 }])
  })
})
