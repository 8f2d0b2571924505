import { parse } from 'csv-parse/sync'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { buy, pay } from '../../../../tests/support/buy.ts'
import {
  completeCourse,
  grantCourse,
  makeAdmin,
  makeBundle,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { entitlements } from '../../access/server/tables.ts'
import { createOrder, verifyPayment } from '../../checkout/contract.ts'
import { orders } from '../../checkout/server/tables.ts'
import { videoProgress } from '../../learning/server/tables.ts'
import {
  getAnalyticsToday,
  getCompletion,
  getFunnel,
  getRetention,
  getRevenue,
  listAnalyticsLessons,
} from '../contract.ts'
import { aggregateChanges } from './figures/aggregate-changes.ts'
import { aggregatePlays } from './figures/aggregate-plays.ts'
import { summariseToday } from './summarise-today.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const as = server.as(admin)
const today = dayInIndia(new Date())
const atTime = (day: string, time: string): Date => new Date(`${day}T${time}:00+05:30`)

async function readCsv(path: string): Promise<Record<string, string>[]> {
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await server.fetch(`/api/admin/exports/${path}`, { headers })
  return parse(await answer.text(), { bom: true, columns: true })
}

test('a sale today shows beside one of yesterday, in revenue, in the funnel and in files', async () => {
  const course = await makeCourse(db, { title: '=Reels' })
  const [early, late] = [await makeLearner(db), await makeLearner(db)]
  const before = await buy(server, early, course)
  await buy(server, late, course)
  const yesterday = addDays(today, -1)
  await db
    .update(orders)
    .set({ createdAt: atTime(yesterday, '10:00'), completedAt: atTime(yesterday, '14:36') })
    .where(eq(orders.razorpayPaymentId, before.razorpay_payment_id))
  await aggregateChanges(db)

  expect(await summariseToday(db, atTime(today, '14:37'))).toMatchObject({
    today: {
      from: today,
      before: { from: yesterday, to: yesterday, until: '14:37' },
      money_in: { now: 4999, before: 4999 },
      paid: { now: 1, before: 1 },
      learners: { now: 2, before: 0 },
    },
  })
  expect((await summariseToday(db, atTime(today, '14:36'))).today).toMatchObject({
    orders: { now: 1, before: 1 },
    money_in: { now: 4999, before: 0 },
  })
  const asked = await as(getAnalyticsToday, {})
  expect(asked.today.before.until).toMatch(/^\d\d:\d\d$/)
  const days = { from: addDays(today, -2), to: today }
  expect((await as(getRevenue, { query: days })).rows).toEqual([
    { from: days.from, paid: 0, money_in: 0, refunds: 0, refunded: 0 },
    { from: yesterday, paid: 1, money_in: 4999, refunds: 0, refunded: 0 },
    { from: today, paid: 1, money_in: 4999, refunds: 0, refunded: 0 },
  ])
  const funnel = await as(getFunnel, { query: { ...days, course_id: course.id } })
  expect(funnel.courses).toEqual([
    { course_id: course.id, title: '=Reels', views: 0, orders: 2, paid: 2 },
  ])
  const query = `?from=${days.from}&to=${today}`
  expect(await readCsv(`insight-revenue.csv${query}`)).toHaveLength(3)
  expect(await readCsv(`insight-funnel.csv${query}`)).toMatchObject([
    { Course: "'=Reels", Orders: '2', Paid: '2' },
  ])
})

test('a month is held against the one before until the same day and time', async () => {
  const course = await makeCourse(db)
  // Of the future, so that no other test has orders there; kept, as it is not long ago.
  const times = ['2097-02-01T09:00', '2097-02-10T14:36', '2097-02-10T14:37', '2097-02-11T00:00']
  for (const time of times) {
    const sold = await buy(server, await makeLearner(db), course)
    const at = new Date(`${time}:00+05:30`)
    await db
      .update(orders)
      .set({ createdAt: at, completedAt: at })
      .where(eq(orders.razorpayPaymentId, sold.razorpay_payment_id))
  }
  await aggregateChanges(db)
  const monthAt = async (time: string) =>
    (await summariseToday(db, new Date(`${time}:00+05:30`))).month

  expect(await monthAt('2097-03-10T14:37')).toMatchObject({
    before: { from: '2097-02-01', to: '2097-02-10', until: '14:37' },
    paid: { now: 0, before: 2 },
  })
  expect(await monthAt('2097-03-31T00:00')).toMatchObject({
    before: { from: '2097-02-01', to: '2097-02-28', until: null },
    paid: { now: 0, before: 4 },
  })
})

test('a bundle counts for its first course, once, in the funnel', async () => {
  const learner = await makeLearner(db)
  const [first, second] = [await makeCourse(db), await makeCourse(db)]
  const bundle_id = await makeBundle(db, [first.id, second.id])
  const order = await server.as(learner)(createOrder, { body: { bundle_id } })
  await server.as(learner)(verifyPayment, { body: await pay(server, order.order_id) })
  await aggregateChanges(db)

  const query = { from: today, to: addDays(today, 1) } // which may begin meanwhile
  const { courses } = await as(getFunnel, { query })
  expect(courses.filter(({ course_id }) => [first.id, second.id].includes(course_id))).toEqual([
    { course_id: first.id, title: first.title, views: 0, orders: 1, paid: 1 },
  ])
})

test('weeks begin on Monday, months on their first, and none is left out', async () => {
  const query = { from: '2026-01-31', to: '2026-03-01' }
  const firsts = async (by: 'week' | 'month') =>
    (await as(getRevenue, { query: { ...query, by } })).rows.map(({ from }) => from)

  expect(await firsts('month')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(await firsts('week')).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
  ])
})

test('completion tells who has a course, who began it and who completed it', async () => {
  const course = await makeCourse(db, { title: 'Begun by one' })
  const [one, other] = [await makeLearner(db), await makeLearner(db)]
  await grantCourse(db, one, course)
  await grantCourse(db, other, course)
  await completeCourse(db, one, course)
  await aggregateChanges(db)

  const { courses } = await as(getCompletion, {})
  expect(courses.find(({ course_id }) => course_id === course.id)).toMatchObject({
    owners: 2,
    started: 1,
    completed: 1,
  })
  const rows = await readCsv('insight-completion.csv')
  expect(rows.find(({ Course: title }) => title === course.title)).toMatchObject({
    'Have it': '2',
    'Completed (% of started)': '100.0',
  })
})

test('whoever completed a course and no longer has it counts among those who started it', async () => {
  const course = await makeCourse(db, { title: 'Given back' })
  const [one, other] = [await makeLearner(db), await makeLearner(db)]
  for (const learner of [one, other]) await completeCourse(db, learner, course)
  await db
    .delete(entitlements)
    .where(and(eq(entitlements.courseId, course.id), eq(entitlements.learnerId, one.id)))
  await aggregateChanges(db)

  const rows = await readCsv('insight-completion.csv')
  expect(rows.find(({ Course: title }) => title === course.title)).toMatchObject({
    'Have it': '1',
    Started: '2',
    Completed: '2',
    'Completed (% of started)': '100.0',
  })
})

test('retention tells second by second how many of those who opened a lesson were there', async () => {
  const course = await makeCourse(db)
  const [videoId = '', untouched = ''] = course.videoIds
  for (const until of [10, 4]) {
    const { id } = await makeLearner(db)
    await db.insert(videoProgress).values({
      learnerId: id,
      courseId: course.id,
      videoId,
      positionInSeconds: until,
      durationInSeconds: 120,
      played: [[0, until]],
      playedInSeconds: until,
      fraction: until / 120,
      reportedAt: new Date(),
    })
  }
  await aggregatePlays(db)

  const told = await as(getRetention, { query: { video_id: videoId } })
  expect(told).toMatchObject({ learners: 2, part_in_seconds: 1 })
  expect(told.parts.map(({ share }) => share)).toEqual([1, 1, 1, 1, ...Array(6).fill(0.5)])
  const { lessons } = await as(listAnalyticsLessons, { query: { course_id: course.id } })
  expect(lessons.map(({ learners }) => learners)).toEqual([2, 0])
  const nobody = await as(getRetention, { query: { video_id: untouched } })
  expect(nobody).toMatchObject({ learners: 0, parts: [] })
  expect(await readCsv(`insight-retention.csv?video_id=${videoId}`)).toHaveLength(10)
  await expect(as(getRetention, { query: { video_id: 'none' } })).rejects.toMatchObject({
    code: 'video_not_found',
  })
})

test.each([
  ['2026-03-02', '2026-03-01', 'to'],
  ['2001-01-01', '2026-03-01', 'from'],
  ['2026-02-30', '2026-03-01', 'from'],
])('from %s to %s is refused at its field', async (from, to, path) => {
  await expect(as(getRevenue, { query: { from, to } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path }],
  })
})
