import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, pay, postSandbox } from '../../../../../tests/support/buy.ts'
import { makeCourse, makeLearner, type Person } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { withoutTable } from '../../../../../tests/support/without-table.ts'
import { signWebhook } from '../../../../integrations/razorpay/signatures.ts'
import { getCourse } from '../../../catalogue/contract.ts'
import { createOrder, listMyPayments } from '../../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  server.allowErrors() // refused webhooks are logged as errors: an administrator must see them
})
afterAll(() => server.close())

interface Sent {
  eventId?: string
  signature?: string
}

async function send(event: unknown, { eventId, signature }: Sent = {}): Promise<Response> {
  const rawBody = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
  const secret = server.secrets.sandboxWebhookSecret
  return fetch(`${server.baseUrl}/api/payment/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature ?? signWebhook({ rawBody, secret }),
      ...(eventId !== undefined && { 'x-razorpay-event-id': eventId }),
    },
    body: rawBody,
  })
}

function captured(razorpayOrderId: string, overrides: Record<string, unknown> = {}): unknown {
  const entity = {
    id: `pay_${razorpayOrderId.slice(-10)}`,
    entity: 'payment',
    amount: 499_900,
    currency: 'INR',
    status: 'captured',
    order_id: razorpayOrderId,
    method: 'upi',
    captured: true,
    amount_refunded: 0,
    notes: [],
    created_at: 1_700_000_000,
    ...overrides,
  }
  return {
    entity: 'event',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity } },
    created_at: 1_700_000_001,
  }
}

async function order(): Promise<{ learner: Person; courseId: string; razorpayOrderId: string }> {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const made = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  return { learner, courseId: course.id, razorpayOrderId: made.order_id }
}

async function owns(learner: Person, courseId: string): Promise<boolean> {
  return (await server.as(learner)(getCourse, { params: { course_id: courseId } })).owned
}

async function countMails(learner: Person): Promise<number> {
  const { rows } = await server.db.execute<{ count: string }>(
    sql`select count(*) as count from mails where recipient = ${learner.email}`,
  )
  return Number(rows[0]?.count)
}

test('a signed event opens the course; the same event again, even at once, changes nothing', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  const event = captured(razorpayOrderId)

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => send(event, { eventId: `evt_${razorpayOrderId}` })),
  )

  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await owns(learner, courseId)).toBe(true)
  expect(await countMails(learner)).toBe(1)
  const { rows } = await server.db.execute(
    sql`select 1 from order_events where external_id = ${`evt_${razorpayOrderId}`}`,
  )
  expect(rows).toHaveLength(1)
})

test('payment.captured and order.paid for one payment grant and mail once', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  await send(captured(razorpayOrderId), { eventId: `evt_a_${razorpayOrderId}` })
  await send(
    { ...(captured(razorpayOrderId) as object), event: 'order.paid' },
    { eventId: `evt_b_${razorpayOrderId}` },
  )
  expect(await owns(learner, courseId)).toBe(true)
  expect(await countMails(learner)).toBe(1)
})

async function openAlarms(subject: string): Promise<number> {
  const { rows } = await server.db.execute(
    sql`select 1 from alarms where subject = ${subject} and resolved_at is null`,
  )
  return rows.length
}

test('a wrong or missing signature is refused with 400 and opens nothing', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  const forged = await send(captured(razorpayOrderId), { signature: 'f'.repeat(64) })
  const empty = await send(captured(razorpayOrderId), { signature: '' })
  expect([forged.status, empty.status]).toEqual([400, 400])
  expect(await forged.json()).toMatchObject({ code: 'signature_wrong' })
  expect(await owns(learner, courseId)).toBe(false)
})

test('webhooks that nobody signed raise an alarm from a rate, and cannot fill the log', async () => {
  const { razorpayOrderId } = await order()
  const linesBefore = server.logged.length
  for (let count = 0; count < 40; count += 1) {
    await send(captured(razorpayOrderId), { signature: 'f'.repeat(64) })
  }
  expect(await openAlarms('webhook signature')).toBe(1)
  const lines = server.logged.slice(linesBefore).filter((line) => line.includes('wrong signature'))
  expect(lines.length).toBeLessThan(5)
  const metrics = await (await server.fetch('/metrics')).text()
  const counted = /^academy_unsigned_webhooks_total (\d+)$/m.exec(metrics)?.[1]
  expect(Number(counted)).toBeGreaterThanOrEqual(40)
})

test('a signed event over another amount opens nothing and asks for the money back', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  await send(captured(razorpayOrderId, { amount: 100 }))
  expect(await owns(learner, courseId)).toBe(false)
  const { rows } = await server.db.execute<{ cause: string }>(
    sql`select refunds.cause from refunds join orders on orders.id = refunds.order_id
         where orders.razorpay_order_id = ${razorpayOrderId}`,
  )
  expect(rows).toEqual([{ cause: 'mismatch' }])
})

test('a late "failed" after the payment was captured does not close the course', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  await send(captured(razorpayOrderId))
  await send({
    ...(captured(razorpayOrderId, { id: 'pay_other_try', status: 'failed' }) as object),
    event: 'payment.failed',
  })
  expect(await owns(learner, courseId)).toBe(true)
})

test('"failed" alone is noted and leaves the order open', async () => {
  const { learner, razorpayOrderId } = await order()
  await send({
    ...(captured(razorpayOrderId, {
      status: 'failed',
      error_description: 'The bank said no.',
    }) as object),
    event: 'payment.failed',
  })
  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment?.status).toBe('pending')
})

test('while the database is away the provider is told to come again', async () => {
  const { razorpayOrderId } = await order()
  const eventId = `evt_away_${razorpayOrderId}`
  const answer = await withoutTable(server.owner.db, 'order_events', () =>
    send(captured(razorpayOrderId), { eventId }),
  )
  const again = await send(captured(razorpayOrderId), { eventId })
  expect(answer.status).toBe(500)
  expect(again.status).toBe(200)
  const { rows } = await server.db.execute<{ status: string }>(
    sql`select status from orders where razorpay_order_id = ${razorpayOrderId}`,
  )
  expect(rows).toEqual([{ status: 'completed' }])
})

test('every sample event of the provider is taken, also about orders that are not ours', async () => {
  const folder = new URL('../../../../../tests/fixtures/razorpay/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.startsWith('webhook.'))
  expect(names.length).toBeGreaterThan(25)
  for (const name of names) {
    const sample = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { body: unknown }
    const answer = await send(sample.body, { eventId: `evt_${name}` })
    expect([name, answer.status]).toEqual([name, 200])
  }
})

test.each([
  ['an empty list', () => '[]'],
  ['null', () => 'null'],
  ['no JSON', () => 'no json'],
  [
    'an amount in words',
    (razorpayOrderId: string) => captured(razorpayOrderId, { amount: '499900' }),
  ],
  [
    'a negative amount',
    (razorpayOrderId: string) => captured(razorpayOrderId, { amount: -499_900 }),
  ],
  [
    'an id that is none',
    (razorpayOrderId: string) => captured(razorpayOrderId, { id: 'pay \u0000' }),
  ],
])('a signed event with %s is kept, answered with 200 and raises an alarm', async (_, odd) => {
  const { learner, courseId, razorpayOrderId } = await order()
  const eventId = `evt_odd_${razorpayOrderId}`
  await server.db.execute(sql`update alarms set resolved_at = now()`)

  const answer = await send(odd(razorpayOrderId), { eventId })

  expect(answer.status).toBe(200)
  expect(await owns(learner, courseId)).toBe(false)
  expect(await openAlarms('webhook unreadable')).toBe(1)
  const { rows } = await server.db.execute(
    sql`select o.learner_id from order_events e left join orders o on o.id = e.order_id
         where e.external_id = ${eventId} and e.kind = 'unreadable'`,
  )
  // Whose it is, as far as it says so: what is kept of a person goes with them.
  const isNamed = JSON.stringify(odd(razorpayOrderId)).includes(razorpayOrderId)
  expect(rows).toEqual([{ learner_id: isNamed ? learner.id : null }])
})

test.each([
  ['without what nothing is decided by', {}],
  ['with a time as text', { created_at: '2026-11-20' }],
  ['with a number where a text stands', { contact: 919_876_543_210, error_code: 7, method: 3 }],
  ['with empty notes as text', { notes: '' }],
])('a payment %s opens its course', async (_, more) => {
  const { learner, courseId, razorpayOrderId } = await order()
  const lean = { id: `pay_${razorpayOrderId.slice(-10)}`, order_id: razorpayOrderId }
  const entity = { ...lean, amount: 499_900, currency: 'INR', status: 'captured', ...more }

  const answer = await send({ event: 'payment.captured', payload: { payment: { entity } } })

  expect([answer.status, await owns(learner, courseId)]).toEqual([200, true])
})

test.each([
  ['a lean order', { order: { entity: { id: 'order_of_somebody' } } }],
  ['no order', { order: null }],
  ['an empty list for a refund', { refund: [] }],
])('a payment with %s beside it opens its course', async (_, more) => {
  const { learner, courseId, razorpayOrderId } = await order()
  const event = captured(razorpayOrderId) as { payload: object }

  await send({ ...event, event: 'order.paid', payload: { ...event.payload, ...more } })

  expect(await owns(learner, courseId)).toBe(true)
})

test.each([
  ['a payment that cannot be read', (id: string) => captured(id, { amount: '499900' })],
  [
    'its order alone',
    (id: string) => ({ event: 'order.paid', payload: { order: { entity: { id } } } }),
  ],
])('an event that names a paid order by %s has it asked about at once', async (_, odd) => {
  const { learner, courseId, razorpayOrderId } = await order()
  await postSandbox(server, `orders/${razorpayOrderId}/pay`, { webhook: 'never' })

  const answer = await send(odd(razorpayOrderId))

  expect(answer.status).toBe(200)
  await eventually(
    () => owns(learner, courseId),
    (isOwner) => isOwner,
  )
})

test('words that no database can store do not keep a payment from opening its course', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  const odd = captured(razorpayOrderId, {
    error_description: 'NUL \u0000, half \ud800 a pair',
    notes: null,
  })
  expect((await send(odd)).status).toBe(200)
  expect(await owns(learner, courseId)).toBe(true)
})

test('a refund event is answered without waiting for the provider, which may never answer', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  const paid = await pay(server, razorpayOrderId)
  await send(captured(razorpayOrderId, { id: paid.razorpay_payment_id }))
  await postSandbox(server, `payments/${paid.razorpay_payment_id}/refund`, { webhook: 'never' })
  const refund = {
    id: 'rfnd_by_hand',
    payment_id: paid.razorpay_payment_id,
    amount: 499_900,
    currency: 'INR',
    status: 'processed',
    created_at: 1_700_000_000,
  }
  const event = { event: 'refund.processed', payload: { refund: { entity: refund } } }
  const { razorpay } = server.checkout
  const never = () => new Promise<never>(() => {})
  server.checkout.razorpay = { ...razorpay, fetchPayment: never, listOrderPayments: never }

  const answer = await send(event, { eventId: `evt_refund_${razorpayOrderId}` })
  server.checkout.razorpay = razorpay
  await send(event, { eventId: `evt_refund_again_${razorpayOrderId}` })

  expect(answer.status).toBe(200)
  await eventually(
    () => owns(learner, courseId),
    (isOwner) => !isOwner,
  )
})

test('an old secret still counts while it is being rotated', async () => {
  const { learner, courseId, razorpayOrderId } = await order()
  server.checkout.keys.webhookSecrets.push('the old secret')
  const rawBody = JSON.stringify(captured(razorpayOrderId))
  const answer = await send(rawBody, {
    signature: signWebhook({ rawBody, secret: 'the old secret' }),
  })
  server.checkout.keys.webhookSecrets.pop()
  expect(answer.status).toBe(200)
  expect(await owns(learner, courseId)).toBe(true)
})

test('a dispute is shown to the administrator', async () => {
  const { razorpayOrderId } = await order()
  const paid = await pay(server, razorpayOrderId, { webhook: 'never' })
  await send(captured(razorpayOrderId, { id: paid.razorpay_payment_id }))
  await postSandbox(server, `payments/${paid.razorpay_payment_id}/dispute`, { phase: 'created' })
  const alarms = sql`select 1 from alarms where message like ${`%${paid.razorpay_payment_id}%`}`
  await expect.poll(async () => (await server.db.execute(alarms)).rows).toHaveLength(1)
})
