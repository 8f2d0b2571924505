import { describe, expect, test } from 'vitest'
import { openTestStandIn, patience, restart, waitForEvents } from './test-stand-in.ts'

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

  test('is refused while the account holds too little, and made when it holds enough', async () => {
    const { client, makePaidOrder, post, get } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await post('/sandbox/balance', { amount: 499_899 })

    const refused = client.refundPayment(paymentId, { idempotencyKey })
    await expect(refused).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'BAD_REQUEST_ERROR',
      description: 'Your account does not have enough balance to carry out the refund operation.',
    })
    await makePaidOrder()

    expect(await client.refundPayment(paymentId, { idempotencyKey })).toMatchObject({
      status: 'processed',
    })
    // Razorpay keeps its fee of the second payment.
    expect(await get('/sandbox/balance')).toEqual({ amount: 499_899 - 11_798 })
  })

  test('can be refused for lack of balance once', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await post('/sandbox/faults', { refunds: 'insufficient_balance', times: 1 })

    const refused = client.refundPayment(paymentId, { idempotencyKey })
    await expect(refused).rejects.toThrow('does not have enough balance')

    expect(await client.refundPayment(paymentId, { idempotencyKey })).toMatchObject({
      status: 'processed',
    })
  })

  test('that fails, and a lost dispute, move the balance', async () => {
    const opened = await openTestStandIn()
    const { makePaidOrder, post } = opened
    const { paymentId } = await makePaidOrder()
    const { paymentId: disputed } = await makePaidOrder()
    await post('/sandbox/balance', { amount: 600_000 })
    await post(`/sandbox/payments/${paymentId}/refund`, { outcome: 'failed' })
    await post(`/sandbox/payments/${paymentId}/refund`, { amount: 1000 })
    await post(`/sandbox/payments/${disputed}/dispute`, { phase: 'lost' })

    const again = await restart(opened)

    expect(await again.get('/sandbox/balance')).toEqual({ amount: 600_000 - 1000 - 499_900 })
  })

  test('of a payment that is older than six months is refused', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    await post('/sandbox/clock', { advance_in_seconds: 182 * 24 * 60 * 60 })

    const refused = client.refundPayment(paymentId, { idempotencyKey })

    await expect(refused).rejects.toMatchObject({ kind: 'refused', status: 400 })
    expect(await client.listPaymentRefunds(paymentId)).toEqual([])
  })

  test('under way is not begun again with the same key', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    // Within it two calls more must arrive, also on a busy machine.
    await post('/sandbox/faults', { refund_takes_in_ms: 3_000, times: 1 })

    const first = client.refundPayment(paymentId, { idempotencyKey })
    await expect
      .poll(() => client.refundPayment(paymentId, { idempotencyKey }).catch(String), patience)
      .toContain('409')
    const second = client.refundPayment(paymentId, { idempotencyKey })

    await expect(second).rejects.toMatchObject({
      status: 409,
      description: 'Another request with the same idempotency key is still in progress.',
    })
    const third = await first.then(() => client.refundPayment(paymentId, { idempotencyKey }))
    expect(third).toEqual(await first)
    expect(await client.listPaymentRefunds(paymentId)).toHaveLength(1)
  })

  test('can be turned down by the bank days later, also after a restart', async () => {
    const opened = await openTestStandIn()
    const { paymentId } = await opened.makePaidOrder({ webhook: 'never' })
    const path = `/sandbox/payments/${paymentId}/refund`
    await opened.post(path, { amount: 1000, outcome: 'fails_later', webhook: 'never' })
    expect(await opened.client.listPaymentRefunds(paymentId)).toMatchObject([{ status: 'pending' }])

    const again = await restart(opened)
    await again.post('/sandbox/clock', { advance_in_seconds: 2 * 24 * 60 * 60 })

    await waitForEvents(again, ['refund.failed'])
    expect(await again.client.listPaymentRefunds(paymentId)).toMatchObject([{ status: 'failed' }])
    expect(await again.client.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      amountRefundedInPaise: 0,
      refundStatus: null,
    })
  })

  test('made at the dashboard may be told late or never', async () => {
    const opened = await openTestStandIn({ lateByInMs: 60_000 })
    const { paymentId } = await opened.makePaidOrder({ webhook: 'never' })
    const path = `/sandbox/payments/${paymentId}/refund`

    await opened.post(path, { amount: 1000, webhook: 'never' })
    await opened.post(path, { amount: 2000, webhook: 'late' })

    expect(await opened.client.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      amountRefundedInPaise: 3000,
      refundStatus: 'partial',
    })
    expect(opened.received).toEqual([])
    await opened.post('/sandbox/clock', { advance_in_seconds: 60 })
    await waitForEvents(opened, ['refund.created', 'refund.processed'])
  })

  test('made at the dashboard is never more than what is left', async () => {
    const { makePaidOrder, post } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()
    const path = `/sandbox/payments/${paymentId}/refund`
    await post(path, { amount: 400_000 })

    expect(await post(path, { amount: 100_000 })).toMatchObject({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'The refund amount provided is greater than amount captured',
      },
    })
  })
})
