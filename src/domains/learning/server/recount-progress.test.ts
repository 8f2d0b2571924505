import { and, eq, lt, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeCourse } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { recountProgress, requestRecount } from './recount-progress.ts'
import { courseProgress, progressRecounts } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('everybody’s percent is counted again, although many report at that very moment', async () => {
  const course = await makeCourse(db)
  const learners = Array.from({ length: 1_200 }, () => newId())
  await db
    .insert(users)
    .values(learners.map((id) => ({ id, email: `${id}@example.test`, name: 'Meera Nair' })))
  await db
    .insert(courseProgress)
    .values(learners.map((learnerId) => ({ learnerId, courseId: course.id, percent: 50 })))
  await db.update(courses).set({ lessonsRevision: 2 }).where(eq(courses.id, course.id))
  await requestRecount(db, course.id)
  const behind = and(eq(courseProgress.courseId, course.id), lt(courseProgress.lessonsRevision, 2))

  const recount = await db.transaction(async (db) => {
    // So many that some of them are among the first who are counted.
    const reporting = learners.slice(0, 900)
    await db
      .update(courseProgress)
      .set({ percent: 60 })
      .where(sql`${courseProgress.learnerId} = any(${sql.param(reporting)}::uuid[])`)
    const recount = recountProgress(
      { db: server.db, queueMail: server.checkout.queueMail, publicUrl: () => '' },
      { atMostMs: 600_000, courseId: course.id },
    )
    await vi.waitUntil(async () => (await countBlocked(db)) > 0)
    return { done: recount } // awaited outside: it waits for this transaction
  })
  await recount.done

  expect(await db.$count(courseProgress, behind)).toBe(0)
})

test('a request goes a minute after the last percent was counted, to the microsecond that it was written in', async () => {
  const [old, fresh] = [await makeCourse(db), await makeCourse(db)]
  for (const { id } of [old, fresh]) await requestRecount(db, id)
  await db
    .update(progressRecounts)
    .set({ requestedAt: sql`date_trunc('second', now()) - interval '61.123456 seconds'` })
    .where(eq(progressRecounts.courseId, old.id))

  await recountProgress(
    { db, queueMail: server.checkout.queueMail, publicUrl: () => '' },
    { atMostMs: 600_000 },
  )

  const left = await db.select({ id: progressRecounts.courseId }).from(progressRecounts)
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([fresh.id]))
  expect(left.map(({ id }) => id)).not.toContain(old.id)
})
