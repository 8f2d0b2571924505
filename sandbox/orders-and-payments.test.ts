import { describe, expect, test } from 'vitest'
import { isCheckoutSignatureValid } from '../src/integrations/razorpay/signatures.ts'
import { methods } from './entities.ts'
import { keyId, keySecret, makeOrder, openTestStandIn } from './test-stand-in.ts'

const unknownOrder = 'order_AAAAAAAAAAAAAA'
const unknownPayment = 'pay_AAAAAAAAAAAAAA'

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

describe('orders', () => {
  test('a new order is created, unpaid, and found again by id and by receipt', async () => {
    const { client } = await openTestStandIn()

    const order = await makeOrder(client)

    expect(order).toMatchObject({ status: 'created', attempts: 0, amountDueInPaise: 499_900 })
    expect(await client.fetchOrder(order.id)).toEqual(order)
    expect(await client.listOrders({ receipt: 'receipt-1' })).toEqual([order])
    expect(await client.listOrders({ receipt: 'receipt-2' })).toEqual([])
  })

  test('look on the wire as Razorpay’s do: no notes are a list, and nothing of ours shows', async () => {
    const { standIn } = await openTestStandIn()

    const response = await fetch(`${standIn.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization: basic(keyId, keySecret), 'content-type': 'application/json' },
      body: '{"amount":100,"currency":"INR","payment":{"capture":"manual"}}',
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 100,
      amount_paid: 0,
      amount_due: 100,
      currency: 'INR',
      receipt: null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    })
  })

  const tooManyNotes = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`n${index}`, 'x']),
  )
  test.each([
    [{ amountInPaise: 99 }, 'The amount must be at least INR 1.00', 'amount'],
    [{ amountInPaise: 100.5 }, 'The amount must be an integer.', 'amount'],
    [{ currency: 'XYZ' }, 'Currency is not supported', 'currency'],
    [{ receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.', 'receipt'],
    [
      { notes: tooManyNotes },
      'Number of fields in notes should be less than or equal to 15.',
      'notes',
    ],
  ])('%j is refused: %s', async (wrong, description, field) => {
    const { client } = await openTestStandIn()

    const order = client.createOrder({
      amountInPaise: 100,
      currency: 'INR',
      receipt: 'r',
      ...wrong,
    })

    await expect(order).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      code: 'BAD_REQUEST_ERROR',
      reason: 'input_validation_failed',
      description,
      field,
    })
  })

  test('an unknown id, a malformed id and an unknown address are refused in Razorpay’s words', async () => {
    const { client, standIn } = await openTestStandIn()
    const headers = { authorization: basic(keyId, keySecret) }

    const nowhere = await fetch(`${standIn.url}/v1/oders`, { headers })

    await expect(client.fetchOrder(unknownOrder)).rejects.toThrow('The id provided does not exist')
    await expect(client.fetchOrder('x/y')).rejects.toThrow('x/y is not a valid id')
    await expect(client.fetchPayment(unknownPayment)).rejects.toThrow('does not exist')
    expect(await nowhere.json()).toMatchObject({
      error: { description: 'The requested URL was not found on the server.' },
    })
  })

  test.each([
    [undefined, 'Please provide your api key for authentication purposes.'],
    [basic('rzp_test_other', keySecret), 'The api key provided is invalid'],
    [basic(keyId, 'wrong'), 'Authentication failed'],
  ])('without the right key (%s) nothing is shown', async (authorization, description) => {
    const { standIn } = await openTestStandIn()

    const response = await fetch(`${standIn.url}/v1/orders`, {
      headers: { ...(authorization && { authorization }) },
    })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { description } })
  })

  test('come newest first, ten at a time unless asked for more', async () => {
    const { client, standIn } = await openTestStandIn()
    for (let amount = 101; amount <= 112; amount += 1) await makeOrder(client, amount)
    const headers = { authorization: basic(keyId, keySecret) }

    const first = await fetch(`${standIn.url}/v1/orders`, { headers })
    const rest = await fetch(`${standIn.url}/v1/orders?count=5&skip=10`, { headers })
    const future = await fetch(`${standIn.url}/v1/orders?from=9999999999`, { headers })

    expect(await first.json()).toMatchObject({
      count: 10,
      items: [{ amount: 112 }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    })
    expect(await rest.json()).toMatchObject({ count: 2, items: [{ amount: 102 }, { amount: 101 }] })
    expect(await future.json()).toEqual({ entity: 'collection', count: 0, items: [] })
  })
})

describe('payments', () => {
  test('a paid order has a captured payment with fee and tax, and a signature that holds', async () => {
    const { client, makePaidOrder } = await openTestStandIn()

    const { orderId, paymentId, signature } = await makePaidOrder()

    const signed = { razorpayOrderId: orderId, razorpayPaymentId: paymentId, signature }
    expect(isCheckoutSignatureValid({ ...signed, keySecret })).toBe(true)
    expect(await client.fetchOrder(orderId)).toMatchObject({
      status: 'paid',
      attempts: 1,
      amountDueInPaise: 0,
    })
    expect(await client.fetchPayment(paymentId)).toMatchObject({
      razorpayOrderId: orderId,
      status: 'captured',
      isCaptured: true,
      method: 'upi',
      amountInPaise: 499_900,
      feeInPaise: 11_798,
      taxInPaise: 1_800,
    })
  })

  test.each(methods)('by %s can be read', async (method) => {
    const { client, makePaidOrder } = await openTestStandIn()

    const { paymentId } = await makePaidOrder({ method })

    expect(await client.fetchPayment(paymentId)).toMatchObject({ method, status: 'captured' })
  })

  test('the notes of an order are not those of its payments', async () => {
    const { client, post } = await openTestStandIn()
    const order = await client.createOrder({
      amountInPaise: 100,
      currency: 'INR',
      receipt: 'r',
      notes: { course_id: '7' },
    })

    await post(`/sandbox/orders/${order.id}/pay`)

    expect((await client.fetchOrder(order.id)).notes).toEqual({ course_id: '7' })
    expect(await client.listOrderPayments(order.id)).toMatchObject([{ notes: {} }])
  })

  test('a failed attempt leaves the order open, and a second attempt pays it', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'failed' })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'attempted', attempts: 1 })

    await post(`/sandbox/orders/${orderId}/pay`)

    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'paid', attempts: 2 })
    const attempts = await client.listOrderPayments(orderId)
    expect(attempts.map(({ status }) => status)).toEqual(['captured', 'failed'])
    expect(attempts[1]).toMatchObject({ id: paymentId, errorReason: 'payment_failed' })
  })

  test('a paid order takes no second payment', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { orderId } = await makePaidOrder()

    const second = await post(`/sandbox/orders/${orderId}/pay`)

    expect(second).toMatchObject({ error: { description: 'Payment already done for this order.' } })
    expect(await client.listOrderPayments(orderId)).toHaveLength(1)
  })

  test('a payment of another amount is told as it is and does not pay the order', async () => {
    const { client, makePaidOrder } = await openTestStandIn()

    const { orderId, paymentId } = await makePaidOrder({ amount: 100 })

    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'captured',
      amountInPaise: 100,
    })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'attempted' })
  })

  test('an authorized payment is captured for its very amount, once', async () => {
    const { client, makePaidOrder } = await openTestStandIn()
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'authorized' })
    const full = { amountInPaise: 499_900, currency: 'INR' }

    await expect(client.capturePayment(paymentId, { ...full, amountInPaise: 400 })).rejects.toThrow(
      'Capture amount must be equal to the amount authorized',
    )
    const captured = await client.capturePayment(paymentId, full)

    expect(captured).toMatchObject({ status: 'captured', isCaptured: true })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'paid' })
    await expect(client.capturePayment(paymentId, full)).rejects.toMatchObject({
      kind: 'refused',
      description: 'This payment has already been captured',
    })
  })

  test('a failed payment cannot be captured until the bank authorises it days later', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'failed' })
    const full = { amountInPaise: 499_900, currency: 'INR' }
    await expect(client.capturePayment(paymentId, full)).rejects.toThrow('authorized')

    await post(`/sandbox/payments/${paymentId}/authorize`)
    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'authorized',
      errorCode: null,
    })
    await post(`/sandbox/payments/${paymentId}/capture`)
    const again = await post(`/sandbox/payments/${paymentId}/capture`)
    const late = await post(`/sandbox/payments/${paymentId}/authorize`)
    expect([again, late]).toMatchObject([{ status: 'captured' }, { status: 'captured' }])

    expect(await client.fetchPayment(paymentId)).toMatchObject({ status: 'captured' })
    expect(await client.fetchOrder(orderId)).toMatchObject({ status: 'paid' })
  })

  test('what a bank authorises late for a paid order goes straight back', async () => {
    const { client, makePaidOrder, post } = await openTestStandIn()
    const { orderId, paymentId } = await makePaidOrder({ outcome: 'failed' })
    await post(`/sandbox/orders/${orderId}/pay`)

    await post(`/sandbox/payments/${paymentId}/authorize`)

    expect(await client.fetchPayment(paymentId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'full',
    })
    expect(await client.listPaymentRefunds(paymentId)).toHaveLength(1)
  })

  test('an order that asks for capture by hand is only authorized by the buyer', async () => {
    const { client, standIn, post } = await openTestStandIn()
    const response = await fetch(`${standIn.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization: basic(keyId, keySecret), 'content-type': 'application/json' },
      body: '{"amount":100,"currency":"INR","receipt":"manual","payment":{"capture":"manual"}}',
    })
    expect(response.ok).toBe(true)
    const [order] = await client.listOrders({ receipt: 'manual' })

    await post('/v1/checkout/payments', {
      key_id: keyId,
      order_id: order!.id,
      method: 'upi',
      outcome: 'success',
    })

    const [payment] = await client.listOrderPayments(order!.id)
    expect(payment).toMatchObject({ status: 'authorized', isCaptured: false })
  })
})
