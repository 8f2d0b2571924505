import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeOrder, openTestStandIn, waitForEvents } from './test-stand-in.ts'

describe('faults', () => {
  test('strike as often as they were told to, and then all is well', async () => {
    const { client, post } = await openTestStandIn()
    await post('/sandbox/faults', { status: 500, times: 2 })

    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'unavailable', status: 500 })
    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'unavailable' })

    expect(await makeOrder(client)).toMatchObject({ status: 'created' })
  })

  test('stay until they are cleared when no number is given', async () => {
    const { client, post, standIn } = await openTestStandIn()
    await post('/sandbox/faults', { status: 502 })
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(makeOrder(client)).rejects.toMatchObject({ status: 502 })

    const cleared = await fetch(`${standIn.url}/sandbox/faults`, { method: 'DELETE' })

    expect(await cleared.json()).toEqual([])
    expect(await makeOrder(client)).toMatchObject({ status: 'created' })
  })

  test('strike only the path they name; a star stands for any id', async () => {
    const { client, post } = await openTestStandIn()
    await post('/sandbox/faults', { path: '/v1/orders/*/payments', status: 503 })

    const order = await makeOrder(client)

    expect(await client.fetchOrder(order.id)).toEqual(order)
    await expect(client.listOrderPayments(order.id)).rejects.toMatchObject({ status: 503 })
  })

  test('can make Razorpay busy and say for how long', async () => {
    const { client, post } = await openTestStandIn()
    await post('/sandbox/faults', { status: 429, retry_after_in_seconds: 7, times: 1 })

    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'busy', retryAfterInSeconds: 7 })
  })

  test('can break the connection before anything is done', async () => {
    const { client, post, get } = await openTestStandIn()
    await post('/sandbox/faults', { drop_connection: true, times: 1 })

    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'unavailable', status: null })

    expect(await get('/sandbox/orders')).toEqual([])
  })

  test.each([{}, { status: 504 }])('can lose the answer of what was done %j', async (fault) => {
    const { client, post } = await openTestStandIn()
    await post('/sandbox/faults', { ...fault, path: '/v1/orders', lose_answer: true, times: 1 })

    await expect(makeOrder(client)).rejects.toMatchObject({ kind: 'unavailable' })

    expect(await client.listOrders({ receipt: 'receipt-1' })).toHaveLength(1)
  })

  test('can drop all webhooks, also those a test asked for', async () => {
    const { makePaidOrder, post, get } = await openTestStandIn()
    await post('/sandbox/faults', { drop_webhooks: true })

    await makePaidOrder({ webhook: 'now', outcome: 'failed' })

    expect(await get('/sandbox/webhooks')).toMatchObject([{ state: 'dropped', attempts: [] }])
  })

  test('let webhooks through again, and nothing else go wrong, when dropping is turned off', async () => {
    const opened = await openTestStandIn()
    await opened.post('/sandbox/faults', { drop_webhooks: true })

    const faults = await opened.post('/sandbox/faults', { drop_webhooks: false })

    expect(faults).toEqual([])
    await opened.makePaidOrder({ outcome: 'failed' })
    await waitForEvents(opened, ['payment.failed'])
  })

  test('can double the webhooks of whatever happens next', async () => {
    const opened = await openTestStandIn()
    await opened.post('/sandbox/faults', { webhooks: 'twice', times: 1 })

    await opened.makePaidOrder({ outcome: 'failed' })

    await waitForEvents(opened, ['payment.failed', 'payment.failed'])
    expect(new Set(opened.received.map(({ id }) => id)).size).toBe(1)
  })

  test('a fault that makes no sense is refused', async () => {
    const { post } = await openTestStandIn()

    expect(await post('/sandbox/faults', { status: 200 })).toMatchObject({
      error: { field: 'status' },
    })
  })
})

describe('the sandbox', () => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example:3001' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
  ])('refuses a page of another site, and what a proxy passes on: %j', async (headers) => {
    const { standIn } = await openTestStandIn()

    const status = await post(standIn.port, headers)

    expect(status).toBe(403)
  })

  test('takes its own page', async () => {
    const { standIn } = await openTestStandIn()

    expect(await post(standIn.port, { origin: standIn.url })).toBe(200)
  })

  test('shows a page with a button for everything that can happen', async () => {
    const { standIn, makePaidOrder } = await openTestStandIn()
    const { paymentId } = await makePaidOrder()

    const response = await fetch(`${standIn.url}/sandbox`)

    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const page = await response.text()
    expect(page).toContain(paymentId)
    for (const label of [
      'Dispute: lost',
      'Refund half',
      'Refund that fails in two days',
      'Pay a second time',
      'Refunds: not enough balance',
      'More than 1 call a second: 429',
      'Five days later',
      'is enabled',
    ])
      expect(page).toContain(label)
  })
})

/** fetch() does not let a program choose Host or Sec-Fetch-Site. */
function post(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const path = '/sandbox/faults'
    request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end('{"status":500}')
  })
}
