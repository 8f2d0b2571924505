import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { measureWork } from '../../../../tests/support/measure-work.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import type { Database } from '../../../platform/database/database.ts'
import { aggregateChanges } from './figures/aggregate-changes.ts'
import { createPageViews } from './page-views.ts'
import { insightDays, insightTotals } from './tables.ts'

const browser =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const server = await startTestServer({
  pages: true,
  env: { PUBLIC_URL: 'http://127.0.0.1:6500' },
})
const { db } = server
afterAll(() => server.close())

async function look(path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await server.fetch(path, { headers: { 'user-agent': browser, ...headers } })
  await answer.arrayBuffer()
  return answer.status
}

async function readViews(course: MadeCourse): Promise<number> {
  await aggregateChanges(db)
  const [row] = await db
    .select()
    .from(insightTotals)
    .where(and(eq(insightTotals.courseId, course.id), eq(insightTotals.figure, 'views')))
  return row?.amount ?? 0
}

/** Looks are written every five seconds. */
async function expectViews(course: MadeCourse, views: number): Promise<void> {
  await vi.waitFor(async () => expect(await readViews(course)).toBe(views))
}

test.concurrent('a look at a course page counts, also one that is answered from memory', async () => {
  const course = await makeCourse(db)
  const path = `/course/${course.id}`
  for (let looks = 0; looks < 5; looks += 1) await look(path)
  const etag = (await server.fetch(path, { headers: { 'user-agent': 'curl/8' } })).headers.get(
    'etag',
  )
  expect(await look(path, { 'if-none-match': etag ?? '' })).toBe(304)
  await look(`${path}.data`)
  expect(await look(`/hi${path}`)).toBe(200)
  await look(`/hi${path}`)

  await expectViews(course, 9)
})

test.concurrent('a learner who comes to a course without loading a page counts, an owner and staff do not', async () => {
  const course = await makeCourse(db)
  const [learner, owner] = [await makeLearner(db), await makeLearner(db)]
  await grantCourse(db, owner, course)
  const path = `/api/courses/${course.id}`
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

  await look(`${path}?look=1`, as(owner)) // back to their lessons
  await look(`${path}?look=1`, as(await makeAdmin(db)))
  await look(`${path}?look=1`) // a visitor loads a page
  await look(path, as(learner)) // read again
  await look(`${path}?look=1`, { ...as(learner), 'sec-purpose': 'prefetch' })
  expect(await look('/api/courses/none?look=1', as(learner))).toBe(404)
  // Last, so that what counted wrongly is written by then.
  expect(await look(`${path}?look=1`, as(learner))).toBe(200)

  await expectViews(course, 1)
})

test('machines, pages fetched in advance and courses that are none do not count', async () => {
  const course = await makeCourse(db)
  const views = createPageViews(db)
  const note = (headers: Record<string, string>, url = `/course/${course.id}`, status = 200) =>
    views.note({ url, status, asked: { 'user-agent': browser, ...headers } })
  note({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  note({ 'user-agent': 'curl/8.5.0' })
  note({ 'user-agent': '' })
  note({ 'sec-purpose': 'prefetch;prerender' })
  note({}, '/course/made-up', 404)
  note({}, '/course/%E0%A4%A', 200)
  note({}, '/courses')
  note({}, `/course/${course.id}/more`)
  await views.save()
  expect(await readViews(course)).toBe(0)

  note({})
  await views.save()
  expect(await readViews(course)).toBe(1)
})

async function failWith(error: Error): Promise<never> {
  throw error
}

test('what the database refused is kept for later; what it may have taken is not sent again', async () => {
  const course = await makeCourse(db)
  const failing = (error: Error) =>
    ({ insert: () => ({ values: () => failWith(error) }) }) as unknown as Database
  const note = (views: ReturnType<typeof createPageViews>) =>
    views.note({ url: `/course/${course.id}`, status: 200, asked: { 'user-agent': browser } })
  const refusal = Object.assign(new Error('no room'), { code: '53100' })
  const ended = Object.assign(new Error('ended'), { code: '57P01' })
  const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

  for (const [error, kept] of [
    [refusal, 1],
    [lost, 0],
    [ended, 0],
  ] as const) {
    let isFailing = true
    const saved: unknown[] = []
    const working = { insert: () => ({ values: (rows: unknown[]) => saved.push(...rows) }) }
    const both = {
      insert: () => (isFailing ? failing(error) : (working as never)).insert({} as never),
    }
    const views = createPageViews(both as unknown as Database)
    note(views)
    await expect(views.save()).rejects.toThrow(error)
    isFailing = false
    await views.save()
    expect(saved).toHaveLength(kept)
  }
})

test('looks count for the day in India on which they were, however late they are written', async () => {
  const course = await makeCourse(db)
  let now = Date.parse('2026-11-22T18:29:59Z')
  const views = createPageViews(db, () => now)
  const look = () =>
    views.note({ url: `/course/${course.id}`, status: 200, asked: { 'user-agent': browser } })
  look()
  now += 2_000
  look()
  look()
  await views.save()

  await aggregateChanges(db)
  const rows = await db
    .select({ day: insightDays.day, amount: insightDays.amount })
    .from(insightDays)
    .where(and(eq(insightDays.courseId, course.id), eq(insightDays.figure, 'views')))
    .orderBy(insightDays.day)
  expect(rows).toEqual([
    { day: '2026-11-22', amount: 1 },
    { day: '2026-11-23', amount: 2 },
  ])
})

test('a look costs little more than counting it', () => {
  const views = createPageViews(db)
  const asked = { 'user-agent': browser }
  const counted = new Map<string, number>()
  const note = (url: string) => views.note({ url, status: 200, asked })
  const count = (url: string) => counted.set(url, (counted.get(url) ?? 0) + 1)
  let [notingInMs, countingInMs] = [0, 0]
  for (let round = 0; round < 10; round += 1) {
    notingInMs += measure(note)
    countingInMs += measure(count)
  }

  expect(notingInMs / countingInMs).toBeLessThan(8)
})

/** Work, in milliseconds, for a hundred thousand looks, each with a text of its own as from the wire. */
function measure(look: (url: string) => unknown): number {
  const urls = Array.from({ length: 100_000 }, () => Buffer.from('/course/film').toString())
  return measureWork(() => {
    for (const url of urls) look(url)
  })
}
