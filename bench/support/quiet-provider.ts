import { once } from 'node:events'
import { createServer } from 'node:http'

/** What the product needs to ask it. */
export interface QuietProvider {
  env: Record<string, string>
  stop(): Promise<void>
}

/** A payment provider that has nothing new to say of any order: every list that is asked for is empty. */
export async function startQuietProvider(): Promise<QuietProvider> {
  const nothing = JSON.stringify({ entity: 'collection', count: 0, items: [] })
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(nothing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    env: {
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
      RAZORPAY_KEY_ID: 'rzp_test_bench',
      RAZORPAY_KEY_SECRET: 'bench-key-secret',
      RAZORPAY_WEBHOOK_SECRET: 'bench-webhook-secret',
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
