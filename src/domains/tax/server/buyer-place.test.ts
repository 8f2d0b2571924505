import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeAdmin,
  makeCoupon,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { ApiError } from '../../../http/api-client.ts'
import type { BodyOf } from '../../../http/endpoint.ts'
import { createOrder } from '../../checkout/contract.ts'
import { orders } from '../../checkout/server/tables.ts'
import { getMyTaxDetails, putMyTaxDetails, putTaxSettings } from '../contract.ts'
import { buyerTaxDetails, orderTax } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

const mumbai = '27AAPFU0939F1ZV'
const business = { buyer_business_name: 'Usha Films LLP', buyer_address: '4 Marine Drive, Mumbai' }

async function register(gstin: string | null): Promise<void> {
  await server.as(await makeAdmin(server.db))(putTaxSettings, {
    body: { legal_name: 'Academy', address: 'Bengaluru', state: '29', gstin, sac: '999293' },
  })
}

interface Said {
  buyer_state?: string
  buyer_gstin?: string
  buyer_business_name?: string
  buyer_address?: string
}

async function ordered(said: Said, known?: Person, priceInPaise = 499_900) {
  const learner = known ?? (await makeLearner(server.db))
  const course = await makeCourse(server.db, { priceInPaise })
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
  const { learner, place } = await ordered({ buyer_gstin: mumbai })

  expect(place).toBeUndefined()
  const details = await server.as(learner)(getMyTaxDetails, {})
  expect(details).toMatchObject({ is_asked: false, state: null, gstin: null })
})

test('without a GSTIN of the academy, too, what is no GSTIN is refused, and a blank one is none', async () => {
  await expect(ordered({ buyer_gstin: 'whatever' })).rejects.toMatchObject({
    status: 400,
    code: 'gstin_invalid',
    errors: [{ path: 'buyer_gstin' }],
  })
  expect((await ordered({ buyer_gstin: '  ' })).place).toBeUndefined()
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
  const { learner, place } = await ordered({ buyer_gstin: mumbai.toLowerCase(), ...business })

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

test('a GSTIN goes with the name and address of its business, which the account keeps', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  const { buyer_business_name, buyer_address } = business
  const refused = async (said: Said) => {
    try {
      await ordered({ buyer_gstin: mumbai, ...said }, learner)
      return []
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.errors.map(({ path, message }) => [path, message.split(' An invoice ')[0]])
    }
  }
  const name = ['buyer_business_name', 'Please enter the name of the business.']
  const address = ['buyer_address', 'Please enter the address of the business.']

  expect(await refused({})).toEqual([name, address])
  expect(await refused({ buyer_business_name, buyer_address: '  ' })).toEqual([address])
  expect(await refused({ buyer_address })).toEqual([name])
  expect(await refused({ buyer_business_name, buyer_address })).toEqual([])
  expect(await refused({})).toEqual([])
  expect(await server.as(learner)(getMyTaxDetails, {})).toMatchObject({
    gstin: mumbai,
    business_name: buyer_business_name,
    address: buyer_address,
  })
})

test('a GSTIN that was kept before its business was asked for is asked about at the next purchase', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  const details = { learnerId: learner.id, stateCode: '27', gstin: mumbai }
  await server.db.insert(buyerTaxDetails).values(details)

  await expect(ordered({}, learner)).rejects.toMatchObject({ code: 'buyer_details_missing' })
  expect((await ordered(business, learner)).place?.gstin).toBe(mumbai)
})

test('who pays ₹50,000 or more is asked for the address, and who pays less is not', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  await ordered({ buyer_state: 'Kerala' }, learner, 49_999_00)

  await expect(ordered({}, learner, 50_000_00)).rejects.toMatchObject({
    status: 400,
    code: 'buyer_details_missing',
    errors: [{ path: 'buyer_address', message: expect.stringContaining('From ₹50,000') }],
  })
  const buyer_address = '7 Beach Road, Kochi'
  const { place } = await ordered({ buyer_address }, learner, 50_000_00)
  expect(place).toEqual({ state: '32', gstin: null })
  await ordered({}, learner, 60_000_00)
})

test('who has nothing to pay is not asked where they are, and gets it abroad, too', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  const stateCode = '27'
  await server.db
    .insert(buyerTaxDetails)
    .values({ learnerId: learner.id, stateCode, gstin: mumbai })
  const { code: coupon } = await makeCoupon(server.db, { percentOff: 100 })
  const take = async (person: Person, buyer: Said) => {
    const { id: course_id } = await makeCourse(server.db)
    return server.as(person)(createOrder, { body: { course_id, coupon, ...buyer } })
  }

  expect(await take(await makeLearner(server.db), {})).toMatchObject({ granted: true })
  const abroad = { buyer_state: 'Outside India' }
  expect(await take(await makeLearner(server.db), abroad)).toMatchObject({ granted: true })
  expect(await take(learner, {})).toMatchObject({ granted: true })
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
  const put = (body: BodyOf<typeof putMyTaxDetails>) =>
    server.as(learner)(putMyTaxDetails, { body })
  const business_name = 'Usha Films LLP'

  await expect(put({ gstin: mumbai, business_name })).rejects.toMatchObject({
    errors: [{ path: 'buyer_address' }],
  })
  expect(await put({ gstin: mumbai, business_name, address: 'Mumbai' })).toMatchObject({
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

test('a business in a Special Economic Zone is told before it pays that it cannot be invoiced', async () => {
  await register('29AAGCB7383J1Z4')
  const learner = await makeLearner(server.db)
  const body = { gstin: mumbai, business_name: 'Acme', address: 'Plot 4, SEEPZ SEZ, Mumbai 400096' }
  const refusal = {
    status: 400,
    code: 'gstin_invalid',
    detail: expect.stringContaining('Special Economic Zone'),
  }

  await expect(server.as(learner)(putMyTaxDetails, { body })).rejects.toMatchObject(refusal)
  // Who said so before it was asked.
  await server.as(learner)(putMyTaxDetails, { body: { ...body, address: 'Mumbai' } })
  await server.db
    .update(buyerTaxDetails)
    .set({ businessName: 'Acme (Special Economic Zone unit)' })
    .where(eq(buyerTaxDetails.learnerId, learner.id))
  await expect(ordered({}, learner)).rejects.toMatchObject(refusal)
  const asPerson = await ordered({ buyer_state: '27', buyer_gstin: '' }, learner)
  expect(asPerson.place).toEqual({ state: '27', gstin: null })
})

test('Other Territory, the sea beyond the States, is a place like another', async () => {
  await register('29AAGCB7383J1Z4')

  expect((await ordered({ buyer_state: '97' })).place?.state).toBe('97')
  expect((await ordered({ buyer_state: 'Other Territory' })).place?.state).toBe('97')
})
