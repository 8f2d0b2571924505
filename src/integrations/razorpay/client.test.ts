import { createServer, type RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRazorpayClient } from './client.ts'
import { RazorpayError } from './razorpay-error.ts'

const keySecret = 'a-secret-nobody-may-see'
const order = {
  id: 'order_1',
  amount: 100,
  amount_paid: 0,
  amount_due: 100,
  currency: 'INR',
  receipt: null,
  status: 'created',
  attempts: 0,
  notes: [],
  created_at: 1,
}

/** A client of a server that answers as told. */
async function openClient(answer: RequestListener, timeoutInMs = 60_000) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const apiUrl = `http://127.0.0.1:${port}/`
  return createRazorpayClient({
    keys: { keyId: 'rzp_test_key', keySecret },
    provider: { apiUrl },
    timeoutInMs,
  })
}

describe('the client', () => {
  test('asks with the key pair, in paise, and sends the refund key', async () => {
    const asked: unknown[] = []
    const client = await openClient((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        const { authorization } = request.headers
        const key = request.headers['x-refund-idempotency']
        asked.push([request.method, request.url, authorization, key, body])
        response.end(JSON.stringify({ ...order, payment_id: 'pay_1' }))
      })
    })
    const authorization = `Basic ${Buffer.from(`rzp_test_key:${keySecret}`).toString('base64')}`

    await client.createOrder({
      amountInPaise: 100,
      currency: 'INR',
      receipt: 'r',
      notes: { a: 'b' },
    })
    await client.refundPayment('pay_1', { amountInPaise: 5, idempotencyKey: 'refund-key-1' })
    await client.fetchOrder('order_1/../payments')

    expect(asked).toEqual([
      [
        'POST',
        '/v1/orders',
        authorization,
        undefined,
        '{"amount":100,"currency":"INR","receipt":"r","notes":{"a":"b"}}',
      ],
      ['POST', '/v1/payments/pay_1/refund', authorization, 'refund-key-1', '{"amount":5}'],
      ['GET', '/v1/orders/order_1%2F..%2Fpayments', authorization, undefined, ''],
    ])
  })

  test.each([
    ['HTML from a proxy', 200, '<html>', 'unavailable'],
    ['JSON of an unknown shape', 200, '{"id":7}', 'unavailable'],
    ['a gateway’s page', 502, '<html>', 'unavailable'],
    ['a 4xx that is not Razorpay’s', 403, '<html>', 'unavailable'],
    ['a redirect', 302, '', 'unavailable'],
    ['Razorpay’s refusal', 400, '{"error":{"code":"BAD_REQUEST_ERROR"}}', 'refused'],
    ['too many requests', 429, '<html>', 'busy'],
  ])('calls %s %s', async (_what, status, body, kind) => {
    const client = await openClient((request, response) => {
      if (request.url === '/elsewhere') response.end(JSON.stringify(order))
      else response.writeHead(status, { location: '/elsewhere' }).end(body)
    })

    await expect(client.fetchOrder('order_1')).rejects.toMatchObject({
      name: 'RazorpayError',
      kind,
    })
  })

  test('waits no longer than it was told, also for a body that never ends', async () => {
    const client = await openClient((_request, response) => {
      response.writeHead(200).write('{"id":')
    }, 50)

    await expect(client.fetchOrder('order_1')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('says that nobody answered when nobody does, and never shows the secret', async () => {
    const client = createRazorpayClient({
      keys: { keyId: 'rzp_test_key', keySecret },
      provider: { apiUrl: 'http://127.0.0.1:9' },
    })

    const error: unknown = await client.fetchOrder('order_1').catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(RazorpayError)
    expect(error).toMatchObject({ kind: 'unavailable', status: null })
    const shown = inspect([error, client], { depth: 20, showHidden: true })
    expect(shown).not.toContain(keySecret)
    expect(shown).not.toContain(Buffer.from(`rzp_test_key:${keySecret}`).toString('base64'))
  })
})
