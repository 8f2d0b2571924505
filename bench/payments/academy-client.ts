import { setTimeout as delay } from 'node:timers/promises'
import type { CheckoutReply } from '../../sandbox/pay-order.ts'
import type { fixPaymentStatus } from '../../src/domains/admin/contract.ts'
import type {
  createOrder,
  listMyPayments,
  refundMyPayment,
  verifyPayment,
} from '../../src/domains/checkout/contract.ts'
import { ApiError, createApiClient } from '../../src/http/api-client.ts'
import type { ResponseOf } from '../../src/http/endpoint.ts'
import type { QuoteRequest } from './plan-wish.ts'
import type { Tally } from './tally.ts'

/** What a learner's browser asks of the academy; it tries again for as long as a buyer waits. */
export interface AcademyClient {
  createOrder(token: string, wish: QuoteRequest): Promise<Reply<ResponseOf<typeof createOrder>>>
  verify(token: string, paid: CheckoutReply): Promise<Reply<ResponseOf<typeof verifyPayment>>>
  listPayments(token: string): Promise<Reply<ResponseOf<typeof listMyPayments>>>
  refund(token: string, orderId: string): Promise<Reply<ResponseOf<typeof refundMyPayment>>>
  /** What an administrator presses when payments hang. */
  fixPayments(token: string): Promise<Reply<ResponseOf<typeof fixPaymentStatus>>>
  /** A file of the accountant, of all that was ever sold. */
  exportFile(token: string, name: string): Promise<string>
}

/** The answer, the code of a refusal, or null: the buyer gave up waiting. */
export type Reply<Content> = { content: Content } | { refusal: string } | null

/** A slow machine takes long to start what was killed. */
const patienceInMs = 60_000
const longestWaitInMs = 15_000

export function createAcademyClient(baseUrl: string, tally: Tally): AcademyClient {
  const askAs = (token: string) =>
    createApiClient({
      readToken: () => token,
      baseUrl,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(longestWaitInMs) }),
    })

  async function persist<Content>(ask: () => Promise<Content>): Promise<Reply<Content>> {
    const until = Date.now() + patienceInMs
    for (let tries = 1; tries === 1 || Date.now() < until; tries += 1) {
      try {
        const content = await ask()
        if (content !== null) return { content } // null: cut off in the middle of the answer
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429
        if (isFinal) return { refusal: error.code }
      }
      tally.count('calls that had to be repeated')
      await delay(100 * Math.min(tries, 10) + Math.random() * 200)
    }
    tally.count('calls given up')
    return null
  }

  return {
    createOrder: (token, wish) =>
      persist(() =>
        askAs(token)('POST /payment/create-order', {
          body: wish,
        }),
      ),
    verify: (token, paid) => persist(() => askAs(token)('POST /payment/verify', { body: paid })),
    listPayments: (token) => persist(() => askAs(token)('GET /my-payments', {})),
    refund: (token, orderId) =>
      persist(() =>
        askAs(token)('POST /my-payments/:payment_id/refund', {
          params: { payment_id: orderId },
        }),
      ),
    fixPayments: (token) => persist(() => askAs(token)('POST /admin/fix-payment-status', {})),
    async exportFile(token, name) {
      const period = 'from=2020-01-01&to=2099-12-31'
      const answer = await fetch(`${baseUrl}/api/admin/exports/${name}.csv?${period}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${name}.csv was answered with ${answer.status}`)
      return answer.text()
    },
  }
}
