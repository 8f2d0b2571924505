import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  unique,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { deleteCourse } from '../../admin/contract.ts'
import { createOrder } from '../../checkout/contract.ts'
import { changeState } from '../../studio/contract.ts'
import {
  changeBundle,
  createBundle,
  createCoupon,
  endBundle,
  endCoupon,
  getBundle,
  getQuote,
  listAdminBundles,
  listCoupons,
  removeLaunchPrice,
  setLaunchPrice,
} from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

test('an administrator makes a coupon, however its code is typed, and its code is taken once', async () => {
  const code = unique('new')
  const body = { code: ` ${code} `, amount_off: 99.5, max_uses: 3, ends_at: inAnHour }

  const made = await admin(createCoupon, { body })

  expect(made).toMatchObject({
    code: code.toUpperCase(),
    text: '₹99.50 off',
    amount_off: 99.5,
    percent_off: null,
    uses: { reserved: 0, used: 0 },
  })
  await expect(admin(createCoupon, { body })).rejects.toMatchObject({
    status: 409,
    code: 'coupon_code_taken',
    errors: [{ path: 'code' }],
  })
})

test.each([
  [{ code: 'A', percent_off: 5 }, 'code'],
  [{ code: 'TEN OFF', percent_off: 5 }, 'code'],
  [{ code: 'NOTHING' }, 'percent_off'],
  [{ code: 'BOTH', percent_off: 5, amount_off: 5 }, 'amount_off'],
  [{ code: 'MUCH', percent_off: 101 }, 'percent_off'],
  [{ code: 'PART', percent_off: 1.5 }, 'percent_off'],
  [{ code: 'PAISA', amount_off: 1.001 }, 'amount_off'],
  [{ code: 'ZERO', amount_off: 0 }, 'amount_off'],
  [{ code: 'NONE', percent_off: 5, max_uses: 0 }, 'max_uses'],
  [{ code: 'WHERE', percent_off: 5, course_id: 'no-such-course' }, 'course_id'],
  [{ code: 'OLD', percent_off: 5, starts_at: '0000-01-01T00:00:00Z' }, 'starts_at'],
  [
    {
      code: 'TURNED',
      percent_off: 5,
      starts_at: '2190-01-02T00:00:00Z',
      ends_at: '2190-01-01T00:00:00Z',
    },
    'ends_at',
  ],
])('a coupon %o is refused at its field', async (body, path) => {
  await expect(admin(createCoupon, { body })).rejects.toMatchObject({
    status: 400,
    errors: [{ path }],
  })
})

test('a coupon that ended is taken no more and stays in the list, which is read page by page', async () => {
  const course = await makeCourse(db)
  const made = [await makeCoupon(db), await makeCoupon(db), await makeCoupon(db)]
  const codes = made.map(({ code }) => code).toReversed()
  await admin(endCoupon, { params: { code: codes[0]!.toLowerCase() } })
  await admin(endCoupon, { params: { code: codes[0]! } })

  const first = await admin(listCoupons, { query: { limit: 2 } })
  const cursor = Number(first.next_cursor)
  const second = await admin(listCoupons, { query: { limit: 2, cursor } })

  expect([...first.coupons, ...second.coupons].slice(0, 3).map(({ code }) => code)).toEqual(codes)
  expect(first.coupons[0]?.ended_at).not.toBeNull()
  const query = { course_id: course.id, coupon: codes[0]! }
  expect((await server.visitor(getQuote, { query })).problem?.code).toBe('coupon_expired')
})

test('a coupon that is made over already is taken nowhere: it has expired', async () => {
  const course = await makeCourse(db)
  const body = { code: unique('past'), percent_off: 5, ends_at: '2020-01-01T00:00:00Z' }

  const { code } = await admin(createCoupon, { body })

  const query = { course_id: course.id, coupon: code }
  expect((await server.visitor(getQuote, { query })).problem?.code).toBe('coupon_expired')
  const buyer = server.as(await makeLearner(db))
  await expect(buyer(createOrder, { body: query })).rejects.toMatchObject({
    code: 'coupon_expired',
  })
})

test('a coupon for one course is told with its title', async () => {
  const course = await makeCourse(db, { title: 'Kathakali' })
  const body = { code: unique('one'), percent_off: 5, course_id: course.id }

  expect((await admin(createCoupon, { body })).course_title).toBe('Kathakali')
  const { coupons } = await admin(listCoupons, { query: { limit: 1 } })
  expect(coupons[0]).toMatchObject({ course_id: course.id, course_title: 'Kathakali' })
})

test('a bundle is made, changed and ended; it costs no more than its courses', async () => {
  const ids = [(await makeCourse(db)).id, (await makeCourse(db)).id]
  const body = { title: 'Both', price: 7000, course_ids: ids }
  const { id } = await admin(createBundle, { body })
  const params = { id }

  const changed = await admin(changeBundle, {
    params,
    body: { ...body, title: 'Two', course_ids: ids.toReversed() },
  })
  expect(changed).toMatchObject({ title: 'Two', former_price: 9998, ended_at: null })
  expect(changed.courses.map((course) => course.id)).toEqual(ids.toReversed())
  await expect(admin(createBundle, { body: { ...body, price: 9999 } })).rejects.toMatchObject({
    errors: [{ path: 'price' }],
  })
  await expect(
    admin(createBundle, { body: { ...body, course_ids: [ids[0]!, 'none'] } }),
  ).rejects.toMatchObject({ errors: [{ path: 'course_ids.1' }] })
  await expect(
    admin(createBundle, { body: { ...body, course_ids: [ids[0]!, ids[0]!] } }),
  ).rejects.toMatchObject({ errors: [{ path: 'course_ids' }] })

  await admin(endBundle, { params })
  await expect(server.visitor(getBundle, { params })).rejects.toMatchObject({ status: 404 })
  const all = await admin(listAdminBundles, { query: { limit: 1 } })
  expect(all.bundles[0]?.ended_at).not.toBeNull()
})

test('two who change one bundle overwrite nothing of each other unseen', async () => {
  const course_ids = [(await makeCourse(db)).id, (await makeCourse(db)).id]
  const before = { title: 'Both', description: '', price: 7000, course_ids }
  const { id } = await admin(createBundle, { body: before })
  const save = (change: Partial<typeof before>) =>
    admin(changeBundle, { params: { id }, body: { ...before, ...change, before } })

  const tries = await Promise.allSettled([save({ price: 6000 }), save({ title: 'Two' })])

  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(save({ price: 5000 })).rejects.toMatchObject({ code: 'bundle_changed' })
  const first = tries[0].status === 'fulfilled' ? { price: 6000 } : { title: 'Two' }
  expect(await save(first)).toMatchObject({ title: 'Both', price: 7000, ...first })
})

test('a bundle that is sent again, as its answer was lost, is made once and stands among the newest', async () => {
  const course_ids = [(await makeCourse(db)).id, (await makeCourse(db)).id]
  const earlier = await admin(createBundle, { body: { title: 'Earlier', price: 7000, course_ids } })
  const id = '00000000-0000-4000-8000-000000000000'
  const body = { id, title: 'Once', price: 7000, course_ids }

  const [first, second] = await Promise.all([
    admin(createBundle, { body }),
    admin(createBundle, { body }),
  ])
  const later = await admin(createBundle, { body: { title: 'Later', price: 7000, course_ids } })

  expect([first, second]).toMatchObject([{ id, title: 'Once' }, { id }])
  const { bundles, next_cursor } = await admin(listAdminBundles, { query: { limit: 2 } })
  expect(bundles.map((bundle) => bundle.id)).toEqual([later.id, id])
  const query = { limit: 1, cursor: next_cursor ?? '' }
  expect((await admin(listAdminBundles, { query })).bundles[0]?.id).toBe(earlier.id)
  const told = await db.execute(
    sql`select from audit_log where subject_kind = 'bundle' and subject_id = ${id}`,
  )
  expect(told.rowCount).toBe(1)
})

test('a bundle tells which of its courses holds it off sale, and can be changed with and without it', async () => {
  const [stays, leaves, goes] = [await makeCourse(db), await makeCourse(db), await makeCourse(db)]
  const course_ids = [stays.id, leaves.id, goes.id]
  const body = { title: 'Three', price: 7000, course_ids }
  const { id, courses_off_sale: atFirst } = await admin(createBundle, { body })
  expect(atFirst).toEqual([])
  await admin(changeState, { params: { id: leaves.id }, body: { state: 'off_sale' } })
  await admin(deleteCourse, { params: { id: goes.id } })

  const { bundles } = await admin(listAdminBundles, { query: { limit: 1 } })
  expect(bundles[0]).toMatchObject({ id, ended_at: null, courses_off_sale: [leaves.id, goes.id] })

  const params = { id }
  const cheaper = await admin(changeBundle, { params, body: { ...body, price: 6000 } })
  expect(cheaper).toMatchObject({ price: 6000, courses_off_sale: [leaves.id, goes.id] })
  const unlisted = { params: { id: leaves.id }, body: { state: 'unlisted' } } as const
  await admin(changeState, unlisted)
  const without = { ...body, course_ids: [stays.id, leaves.id] }
  expect(await admin(changeBundle, { params, body: without })).toMatchObject({
    courses_off_sale: [],
  })
  expect((await server.visitor(getBundle, { params })).title).toBe('Three')
  await expect(admin(changeBundle, { params, body })).rejects.toMatchObject({
    errors: [{ path: 'course_ids.2' }],
  })
})

test('a launch price must be lower than the price, and taking it away is no way to a later end', async () => {
  const { id } = await makeCourse(db)
  const params = { id }
  const set = (price: number, ends_at: string) =>
    admin(setLaunchPrice, { params, body: { price, ends_at } })
  await expect(set(4999, inAnHour)).rejects.toMatchObject({ errors: [{ path: 'price' }] })
  await set(999, inAnHour)

  const removed = await admin(removeLaunchPrice, { params })

  expect(removed.current).toBeNull()
  expect((await server.visitor(getQuote, { query: { course_id: id } })).price).toBe(4999)
  const later = new Date(Date.now() + 7_200_000).toISOString()
  await expect(set(999, later)).rejects.toMatchObject({ errors: [{ path: 'reason' }] })
  await expect(
    server.owner.db.execute(sql`update launch_prices set ends_at = now() + interval '1 year'`),
  ).rejects.toMatchObject({ cause: { message: 'launch_prices is append-only' } })
})

test('the next launch price does not end the running one before the end that people were shown', async () => {
  const { id } = await makeCourse(db)
  const params = { id }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await admin(setLaunchPrice, { params, body: { price: 2999, ends_at: inDays(5) } })
  const next = { price: 2499, starts_at: inDays(6), ends_at: inDays(9), reason: 'Diwali' }

  await expect(admin(setLaunchPrice, { params, body: next })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'starts_at', message: expect.stringContaining('as people were shown') }],
  })

  expect((await server.visitor(getQuote, { query: { course_id: id } })).price).toBe(2999)
  await admin(removeLaunchPrice, { params })
  expect((await admin(setLaunchPrice, { params, body: next })).current?.price).toBe(2499)
})

test('an end that people were shown is not forgotten over a launch price that never began', async () => {
  const { id } = await makeCourse(db)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const set = (ends_at: string, starts_at: string | null = null) =>
    admin(setLaunchPrice, { params: { id }, body: { price: 2999, starts_at, ends_at } })
  await set(inDays(5))
  await admin(removeLaunchPrice, { params: { id } })
  await set(inDays(3), inDays(1))

  await expect(set(inDays(35))).rejects.toMatchObject({ errors: [{ path: 'reason' }] })

  await set(inDays(4))
  await expect(set(inDays(5))).rejects.toMatchObject({ errors: [{ path: 'reason' }] })
})

test('what never began may begin anew with a later end', async () => {
  const { id } = await makeCourse(db)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const set = (starts_at: string | null, ends_at: string) =>
    admin(setLaunchPrice, { params: { id }, body: { price: 2999, starts_at, ends_at } })
  await set(inDays(1), inDays(2))
  await admin(removeLaunchPrice, { params: { id } })
  await set(inDays(1), inDays(3))

  expect((await set(null, inDays(4))).current).not.toBeNull()
})

test('a bundle whose courses became cheaper shows no saving that is none', async () => {
  const ids = [(await makeCourse(db)).id, (await makeCourse(db)).id]
  const bundle_id = await makeBundle(db, ids, 900_000)
  await db.execute(
    sql`update courses set price_in_paise = 100000 where id in (${ids[0]}, ${ids[1]})`,
  )

  expect(await server.visitor(getQuote, { query: { bundle_id } })).toMatchObject({
    list_price: 9000,
    former_price: null,
    discount: 0,
    price: 9000,
  })
})
