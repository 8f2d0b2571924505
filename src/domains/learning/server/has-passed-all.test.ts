import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { hasPassedAll } from './has-passed-all.ts'
import { countedQuizzes, passedQuizzes } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

test('all quizzes that a course asks for are passed if and only if none of them is missing', async () => {
  const [course, other] = [await makeCourse(db), await makeCourse(db)]
  const [learner, neighbour] = [await makeLearner(db), await makeLearner(db)]
  const lessons = fc.uniqueArray(fc.constantFrom(...course.videoIds))
  await fc.assert(
    fc.asyncProperty(lessons, lessons, lessons, async (counted, passed, byNeighbour) => {
      await db.delete(countedQuizzes)
      await db.delete(passedQuizzes)
      const count = (courseId: string, videoId = '') => ({ courseId, videoId })
      const counts = counted.map((id) => count(course.id, id))
      // Another course asks for one that nobody has passed.
      await db.insert(countedQuizzes).values([...counts, count(other.id, other.videoIds[0])])
      const passes = [
        ...passed.map((id) => ({ learnerId: learner.id, ...count(course.id, id) })),
        ...byNeighbour.map((id) => ({ learnerId: neighbour.id, ...count(course.id, id) })),
      ]
      if (passes.length > 0) await db.insert(passedQuizzes).values(passes)

      expect(await hasPassedAll(db, { learnerId: learner.id, courseId: course.id })).toBe(
        counted.every((id) => passed.includes(id)),
      )
    }),
    { numRuns: 100 },
  )
})
