import type pg from 'pg'
import { filling, tokenOf } from './fill-database.ts'
import { summariseLatencies } from './load-plan.ts'
import type { RunningProgram } from './start-program.ts'

interface Order {
  order_id: string
}
interface Paid {
  razorpay_payment_id: string
}

/**
 * Buys one course for each of the learners, one purchase after the other, and holds the two calls
 * against what the provider's stand-in alone takes for its part of them.
 */
export async function measurePurchases(
  pool: pg.Pool,
  product: Pick<RunningProgram, 'url' | 'port'>,
  { learners }: { learners: number },
): Promise<string> {
  const provider = `http://127.0.0.1:${product.port + 1}`
  const key = await readProviderKey(pool)
  const ours: number[] = []
  const provided: number[] = []
  for (let learner = 1; learner <= learners; learner += 1) {
    const token = { authorization: `Bearer ${tokenOf(learner)}` }
    const course_id = `course-${(learner + 1) % filling.courses}`
    const since = performance.now()
    const order = await send<Order>(`${product.url}/api/payment/create-order`, token, { course_id })
    const ordered = performance.now()
    const paid = await send<Paid>(
      `${provider}/sandbox/orders/${order.order_id}/pay`,
      {},
      { webhook: 'never' },
    )
    const verifying = performance.now()
    await send(`${product.url}/api/payment/verify`, token, paid)
    ours.push(ordered - since + performance.now() - verifying)
    provided.push(await askProviderAlone(provider, key, paid.razorpay_payment_id))
  }
  const all = summariseLatencies(Float64Array.from(ours))
  const alone = summariseLatencies(Float64Array.from(provided))
  return (
    `A purchase (create-order and verify, without the time in the checkout sheet): median ` +
    `${all.p50InMs.toFixed(1)} ms, p99 ${all.p99InMs.toFixed(1)} ms; the stand-in alone takes ` +
    `${alone.p50InMs.toFixed(1)} ms for its two calls of it.`
  )
}

async function askProviderAlone(
  provider: string,
  key: string,
  razorpayPaymentId: string,
): Promise<number> {
  const authorization = { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
  const since = performance.now()
  await send(`${provider}/v1/orders`, authorization, { amount: 499_900, currency: 'INR' })
  await send(`${provider}/v1/payments/${razorpayPaymentId}`, authorization)
  return performance.now() - since
}

async function readProviderKey(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(`
    select value from secrets where name in ('sandboxKeyId', 'sandboxKeySecret') order by name`)
  return rows.map(({ value }) => value).join(':')
}

async function send<Answer>(
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const asked =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  const answer = await fetch(url, asked)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer> // checked against the contract by the tests
}
