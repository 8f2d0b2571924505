import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { pagePayments } from '../../../admin/contract.ts'
import { getCourse, listCourses } from '../../../catalogue/contract.ts'
import { createOrder } from '../../../checkout/contract.ts'
import { listAudit } from '../../../staff/contract.ts'
import { putTaxSettings } from '../../../tax/contract.ts'
import { createCoupon, endCoupon, getBundle, getQuote, setLaunchPrice } from '../../contract.ts'
import { launchPrices } from '../tables.ts'

const server = await startTestServer({ razorpay: true })
afterAll(() => server.close())
const admin = await makeAdmin(server.db)
const { visitor } = server

const listed = async (id: string) =>
  (await visitor(listCourses, {})).find((course) => course.id === id)
const shown = (id: string) => visitor(getCourse, { params: { course_id: id } })
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds)

test('a launch price is shown at once, beside the list price, in list and page alike', async () => {
  const course = await makeCourse(server.db)
  await Promise.all([listed(course.id), shown(course.id)]) // kept from now on
  const ends_at = inMs(3_600_000).toISOString()

  await server.as(admin)(setLaunchPrice, {
    params: { id: course.id },
    body: { price: 2999, ends_at },
  })

  const launch_price = { price: 2999, ends_at }
  expect(await listed(course.id)).toMatchObject({ price: 4999, launch_price })
  expect(await shown(course.id)).toMatchObject({ price: 4999, launch_price })
  expect(await visitor(getQuote, { query: { course_id: course.id } })).toMatchObject({
    price: 2999,
    former_price: 4999,
  })
})

/** List and page of a course before its launch price turns: where they come too late, of a later turn. */
async function lookBefore(datesOf: (turn: Date) => { startsAt: Date; endsAt: Date }) {
  for (let lastsInMs = 1_000; ; lastsInMs *= 2) {
    const { id } = await makeCourse(server.db)
    const turn = inMs(lastsInMs)
    await server.db
      .insert(launchPrices)
      .values({ courseId: id, priceInPaise: 299_900, ...datesOf(turn), setBy: admin.id })
    const before = [await listed(id), await shown(id)]
    if (Date.now() < turn.getTime()) return { id, turn, before }
  }
}

test('it is gone when it ends, though nothing is written then, and what was kept goes with it', async () => {
  const { id, turn, before } = await lookBefore((endsAt) => ({ startsAt: inMs(-60_000), endsAt }))
  for (const course of before) expect(course).toHaveProperty('launch_price')

  await delay(turn.getTime() - Date.now() + 100)

  expect(await listed(id)).not.toHaveProperty('launch_price')
  expect(await shown(id)).not.toHaveProperty('launch_price')
})

test('one that has not begun is not shown, and begins by itself', async () => {
  const { id, turn, before } = await lookBefore((startsAt) => ({
    startsAt,
    endsAt: new Date(startsAt.getTime() + 120_000),
  }))
  for (const course of before) {
    expect(course).toBeDefined()
    expect(course).not.toHaveProperty('launch_price')
  }

  await delay(turn.getTime() - Date.now() + 100)

  expect(await listed(id)).toHaveProperty('launch_price')
  expect(await shown(id)).toHaveProperty('launch_price')
})

test('what an administrator does to a coupon is in the audit log, before and after', async () => {
  const code = 'AUDITED'
  await server.as(admin)(createCoupon, { body: { code, percent_off: 10 } })
  await server.as(admin)(endCoupon, { params: { code } })

  const { entries } = await server.as(admin)(listAudit, { query: {} })

  const about = entries.filter(({ subject }) => subject?.id === code)
  expect(about).toMatchObject([
    {
      subject: { kind: 'coupon' },
      before: { text: '10% off' },
      after: { ended_at: expect.any(String) },
    },
    { subject: { kind: 'coupon' }, after: { percent_off: 10 } },
  ])
})

test('a search finds the orders of a bundle by its title and by each of its courses', async () => {
  const courses = await Promise.all([makeCourse(server.db), makeCourse(server.db)])
  const bundleId = await makeBundle(
    server.db,
    courses.map(({ id }) => id),
  )
  const learner = await makeLearner(server.db)
  await server.as(learner)(createOrder, { body: { bundle_id: bundleId } })

  for (const search of ['All of Film', ...courses.map(({ title }) => title)]) {
    const { payments } = await server.as(admin)(pagePayments, { query: { search } })
    expect(
      payments.map((payment) => payment.bundle_id),
      search,
    ).toEqual([bundleId])
  }
})

test('the tax inside is told where tax is collected, of the price with the coupon', async () => {
  const course = await makeCourse(server.db)
  const coupon = await makeCoupon(server.db, { percentOff: 100 })
  expect(await shown(course.id)).not.toHaveProperty('tax_included')

  await server.as(admin)(putTaxSettings, {
    body: {
      legal_name: 'Academy',
      address: 'Mumbai',
      state: '27',
      gstin: '27AAPFU0939F1ZV',
      sac: '999293',
    },
  })

  expect(await shown(course.id)).toMatchObject({ tax_included: 762.56 })
  const quoted = (code?: string) =>
    visitor(getQuote, { query: { course_id: course.id, coupon: code } })
  expect(await quoted()).toMatchObject({ price: 4999, tax_included: 762.56 })
  expect(await quoted(coupon.code)).toMatchObject({ price: 0, tax_included: null })
  const bundleId = await makeBundle(server.db, [course.id, (await makeCourse(server.db)).id])
  const bundle = await visitor(getBundle, { params: { id: bundleId } })
  expect(bundle).toMatchObject({ price: 5999, tax_included: 915.1 })
})

test('launch price, coupon and bundle together: what is shown is what is quoted, ordered and paid', async () => {
  const [course, other] = [await makeCourse(server.db), await makeCourse(server.db)]
  const ends_at = inMs(3_600_000).toISOString()
  const params = { id: course.id }
  await server.as(admin)(setLaunchPrice, { params, body: { price: 2999, ends_at } })
  const { code } = await makeCoupon(server.db, { percentOff: 15 })
  const bundleId = await makeBundle(server.db, [course.id, other.id])
  const learner = await makeLearner(server.db)

  for (const [wish, price, before, list] of [
    [{ course_id: course.id }, 2549.15, 2999, 4999],
    [{ course_id: other.id }, 4249.15, 4999, 4999],
    // A launch price of a course is not that of its bundle, but is what the course would cost alone.
    [{ bundle_id: bundleId }, 5099.15, 5999, 7998],
  ] as const) {
    const plain = await visitor(getQuote, { query: wish })
    expect(plain).toMatchObject({ price: before, list_price: list, coupon: null })
    const quote = await visitor(getQuote, { query: { ...wish, coupon: code } })
    expect(quote).toMatchObject({ price, list_price: list, coupon: { code } })
    expect(Math.round((quote.list_price - quote.discount) * 100)).toBe(Math.round(price * 100))
    const body = { ...wish, coupon: code, buyer_state: 'Kerala' }
    const { amount } = await server.as(learner)(createOrder, { body })
    expect(amount).toBe(Math.round(price * 100))
  }
  expect(await visitor(getBundle, { params: { id: bundleId } })).toMatchObject({
    former_price: 7998,
    courses: [{ price: 2999 }, { price: 4999 }],
  })
})

test.each([
  ['10 kB long', 'A'.repeat(10_000), 400],
  ['Unicode', 'ﬁlm-२०%-🎬', 200],
  ['a letter that looks like another', 'ЅНАREME', 200],
  ['a NUL', 'SHAREME\u0000', 200],
  ['half a character', 'SHAREME\ud800', 200],
  ['a pattern', '%_\\', 200],
])('a coupon that is %s is none, and nothing breaks', async (_, coupon, status) => {
  const course = await makeCourse(server.db)
  const learner = await makeLearner(server.db)
  await makeCoupon(server.db, { code: `SHAREME${course.id.slice(-6)}`.toUpperCase() })
  const query = new URLSearchParams({ course_id: course.id, coupon })

  const quoted = await server.fetch(`/api/offers/quote?${query}`)
  const ordered = await server.fetch('/api/payment/create-order', {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ course_id: course.id, coupon, buyer_state: 'Kerala' }),
  })

  expect(quoted.status).toBe(status)
  const unknown = { coupon: null, problem: { code: 'coupon_unknown' } }
  expect(await quoted.json()).toMatchObject(status === 200 ? unknown : { status })
  expect(ordered.status).toBe(status === 200 ? 404 : 400)
})

test.each([
  ['lower case', (code: string) => code.toLowerCase()],
  ['spaces around it', (code: string) => `  ${code}\t`],
])('a coupon typed with %s counts', async (_, type) => {
  const course = await makeCourse(server.db)
  const { code } = await makeCoupon(server.db, { percentOff: 15 })

  const quote = await visitor(getQuote, { query: { course_id: course.id, coupon: type(code) } })

  expect(quote).toMatchObject({ price: 4249.15, coupon: { code } })
})
