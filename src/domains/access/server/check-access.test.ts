import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { grantCourse, makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { videoProgress } from '../../learning/server/tables.ts'
import { ownsCourse } from './check-access.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

test('in a larger statement, too, the gate asks about the very learner and course of each row', async () => {
  const { db } = database
  const [owner, stranger] = [await makeLearner(db), await makeLearner(db)]
  const course = await makeCourse(db)
  await grantCourse(db, owner, course)
  const watched = [owner, stranger].map(({ id }) => ({
    learnerId: id,
    courseId: course.id,
    videoId: course.videoIds[0] ?? '',
    positionInSeconds: 1,
    durationInSeconds: 60,
    played: [],
    playedInSeconds: 0,
    fraction: 0,
    reportedAt: new Date(),
  }))
  await db.insert(videoProgress).values(watched)

  const { learnerId, courseId } = videoProgress
  const rows = await db
    .select({ learnerId, isOwned: ownsCourse(learnerId, courseId) })
    .from(videoProgress)
  const prepared = db
    .select({ learnerId })
    .from(videoProgress)
    .where(ownsCourse(learnerId, sql.placeholder('courseId')))
    .prepare('owners_who_watch')

  expect(new Map(rows.map((row) => [row.learnerId, row.isOwned]))).toEqual(
    new Map([
      [owner.id, true],
      [stranger.id, false],
    ]),
  )
  expect(await prepared.execute({ courseId: course.id })).toEqual([{ learnerId: owner.id }])
})
