import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse, makeLearner } from '../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../tests/support/start-test-server.ts'
import { createOrder } from '../checkout/contract.ts'
import { orders } from '../checkout/tables.ts'
import { getMyTaxDetails, putMyTaxDetails, putTaxSettings } from './contract.ts'
import { orderTax } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

const mumbai = '27AAPFU0939F1ZV'

async function register(gstin: string | null): Promise<void> {
  await server.as(await makeAdmin(server.db))(putTaxSettings, {
    body: { legal_name: 'Academy', address: 'Bengaluru', state: '29', gstin, sac: '999293' },
  })
}

async function ordered(said: { buyer_state?: string; buyer_gstin?: string }, known?: Person) {
  const learner = known ?? (await makeLearner(server.db))
  const course = await makeCourse(server.db)
  const order = await server.as(learner)(createOrder, { body: { course_id: course.id, ...said } })
  const [place] = await server.db
    .select({ state: orderTax.buyerState, gstin: orderTax.buyerGstin })
    .from(orderTax)
    .innerJoin(orders, eq(orders.id, orderTax.orderId))
    .where(eq(orders.razorpayOrderId, order.order_id))
  return { learner, course, place }
}
type Person = Awaited<ReturnType<typeof makeLearner>>

test('without a GSTIN of the academy nobody is asked, and nothing is kept', async () => {
  const { learner, place } = await ordered({ buyer_gstin: 'whatever' })

  expect(place).toBeUndefined()
  const details = await server.as(learner)(getMyTaxDetails, {})
  expect(details).toMatchObject({ is_asked: false, state: null, gstin: null })
})

test('with one, the State is asked once: it is kept for the next course', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)

  await expect(ordered({}, learner)).rejects.toMatchObject({
    status: 400,
    code: 'buyer_state_missing',
    errors: [{ path: 'buyer_state', message: expect.stringContaining('State') }],
  })
  expect((await ordered({ buyer_state: 'Kerala' }, learner)).place?.state).toBe('32')
  expect((await ordered({}, learner)).place?.state).toBe('32')
})

test('a GSTIN decides the place, and goes with its State', async () => {
  await register('29AAGCB7383J1Z4')
  const { learner, place } = await ordered({ buyer_gstin: mumbai.toLowerCase() })

  expect(place).toEqual({ state: '27', gstin: mumbai })
  expect((await ordered({}, learner)).place).toEqual({ state: '27', gstin: mumbai })
  expect((await ordered({ buyer_state: 'MH' }, learner)).place?.gstin).toBe(mumbai)
  expect((await ordered({ buyer_state: 'Goa' }, learner)).place).toEqual({
    state: '30',
    gstin: null,
  })
})

test.each([
  [{ buyer_gstin: '27AAPFU0939F1ZW' }, 'gstin_invalid', /typing mistake/],
  [
    { buyer_gstin: mumbai, buyer_state: 'Kerala' },
    'gstin_invalid',
    /of Maharashtra, not of Kerala/,
  ],
  [{ buyer_state: 'Outside India' }, 'buyer_outside_india', /India only/],
  [{ buyer_state: 'Atlantis' }, 'buyer_state_missing', /State or Union territory/],
  [{ buyer_state: '  ' }, 'buyer_state_missing', /State you live in/],
])('%j is refused with a sentence', async (said, code, message) => {
  await register('29AAGCB7383J1Z4')

  await expect(ordered(said)).rejects.toMatchObject({
    code,
    errors: [{ message: expect.stringMatching(message) }],
  })
})

test('an order that is handed out again has the place that was said last', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const say = (buyer_state: string) =>
    server.as(learner)(createOrder, { body: { course_id: course.id, buyer_state } })
  const first = await say('Kerala')
  const second = await say('Goa')

  expect(second.order_id).toBe(first.order_id)
  const rows = await server.db
    .select({ state: orderTax.buyerState })
    .from(orderTax)
    .innerJoin(orders, eq(orders.id, orderTax.orderId))
    .where(eq(orders.razorpayOrderId, first.order_id))
  expect(rows).toEqual([{ state: '30' }])
})

test('a learner may change what is kept, and take the GSTIN out', async () => {
  const learner = await makeLearner(server.db)
  const put = (body: { state?: string; gstin?: string | null; business_name?: string | null }) =>
    server.as(learner)(putMyTaxDetails, { body })

  expect(await put({ gstin: mumbai, business_name: 'Usha Films LLP' })).toMatchObject({
    state: '27',
    gstin: mumbai,
    business_name: 'Usha Films LLP',
  })
  expect(await put({ gstin: null, business_name: '' })).toMatchObject({
    state: '27',
    gstin: null,
    business_name: null,
  })
  await expect(put({ gstin: 'x' })).rejects.toMatchObject({ code: 'gstin_invalid' })
})
