import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import type { HideReason } from '../../../shared/hide-reasons.ts'
import { revokeAccess } from '../../access/server/change-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { users } from '../../accounts/server/tables.ts'
import { getCourse, listCourses } from '../../catalogue/contract.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import { listAudit } from '../../staff/contract.ts'
import * as contract from '../contract.ts'
import { joinReviews } from './join-reviews.ts'
import { reviews } from './tables.ts'

let server: TestServer
let owner: Person
let teacher: Person
beforeAll(async () => {
  server = await startTestServer()
  owner = await makeAdmin(server.db)
  teacher = await makeStaff(server.db, 'teacher')
})
afterAll(() => server.close())

const of = ({ id }: { id: string }) => ({ params: { course_id: id } })
const write = (who: Person, course: MadeCourse, stars = 4, words = 'Clear and short.') =>
  server.as(who)(contract.saveMyReview, { ...of(course), body: { stars, words } })
const mine = (who: Person, course: MadeCourse) => server.as(who)(contract.getMyReview, of(course))
const read = (course: MadeCourse, query = {}) =>
  server.visitor(contract.listReviews, { ...of(course), query })
const hide = (id: string, reason: HideReason = 'advertising') =>
  server.as(teacher)(contract.hideReview, { params: { id }, body: { reason } })
const show = (id: string) => server.as(teacher)(contract.showReview, { params: { id } })

async function makeOwner(
  course: MadeCourse,
  percent = 30,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  const person = await makeLearner(server.db, overrides)
  await grantCourse(server.db, person, course)
  await server.db
    .insert(courseProgress)
    .values({ learnerId: person.id, courseId: course.id, percent })
  return person
}

async function takeBack(person: Person, course: MadeCourse): Promise<void> {
  const of = { learnerId: person.id, courseId: course.id }
  await server.db.transaction(async (db) => {
    for (const id of await listOpenCauses(db, { kind: 'gift', ...of })) {
      await revokeAccess(db, { ...of, cause: { kind: 'gift', id }, reason: 'Given back' })
    }
  })
}

async function play(person: Person, course: MadeCourse, percent: number): Promise<void> {
  await server.db
    .update(courseProgress)
    .set({ percent, ...(percent === 100 && { completedAt: new Date() }) })
    .where(and(eq(courseProgress.learnerId, person.id), eq(courseProgress.courseId, course.id)))
}

describe('a learner who has played enough', () => {
  test('says how the course is, by first name and a letter, and changes it', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course)

    await write(learner, course, 3, 'The sound is low.')
    const { review } = await write(learner, course, 5, ' Better now.\n')

    expect(review).toMatchObject({ stars: 5, words: 'Better now.', hidden_because: null })
    expect(review?.edited_at).not.toBeNull()
    expect(await read(course)).toEqual({
      reviews: [
        {
          id: review?.id,
          stars: 5,
          words: 'Better now.',
          by: 'Meera N.',
          written_at: review?.written_at,
          edited_at: review?.edited_at,
          answer: null,
        },
      ],
      hidden: [],
      next_cursor: null,
    })
  })

  test('removes it', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course)
    await write(learner, course)

    const { review } = await server.as(learner)(contract.removeMyReview, of(course))

    expect(review).toBeNull()
    expect((await read(course)).reviews).toEqual([])
  })

  test.each([0, 6, 4.5])('gives one to five whole stars, not %s', async (stars) => {
    const course = await makeCourse(server.db)

    await expect(write(await makeOwner(course), course, stars)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('is heard with 2,000 characters and no more', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course)

    await write(learner, course, 4, 'क'.repeat(2_000))
    await expect(write(learner, course, 4, 'क'.repeat(2_001))).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('may press the button twice', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course)

    await Promise.all([1, 2, 3, 4, 5].map((stars) => write(learner, course, stars)))

    expect((await read(course)).reviews).toHaveLength(1)
  })
})

describe('nobody else reviews', () => {
  test('neither who has played 29.9 percent', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course, 29.9)

    await expect(write(learner, course)).rejects.toMatchObject({ code: 'review_too_early' })
    expect(await mine(learner, course)).toEqual({ review: null, may_write: false, asks: null })
  })

  test('nor who never had it', async () => {
    const course = await makeCourse(server.db)

    await expect(write(await makeLearner(server.db), course)).rejects.toMatchObject({
      code: 'course_not_owned',
    })
  })

  test('nor who works here', async () => {
    const course = await makeCourse(server.db)
    const member = await makeOwner(course, 100, { role: 'teacher' })

    await expect(write(member, course)).rejects.toMatchObject({ code: 'review_too_early' })
    expect(await mine(member, course)).toMatchObject({ may_write: false, asks: null })
  })

  test('and who gave the course back removes what they said, but does not change it', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course, 60)
    await write(learner, course, 2, 'Too fast.')
    await takeBack(learner, course)

    await expect(write(learner, course, 5)).rejects.toMatchObject({ code: 'course_not_owned' })
    expect(await mine(learner, course)).toMatchObject({
      review: { stars: 2, words: 'Too fast.' },
      may_write: false,
      asks: null,
    })
    expect((await read(course)).reviews).toMatchObject([{ stars: 2, by: 'Meera N.' }])
    await server.as(learner)(contract.removeMyReview, of(course))
    expect((await read(course)).reviews).toEqual([])
  })

  test('and a course that visitors do not see shows them no reviews', async () => {
    const course = await makeCourse(server.db, { state: 'draft' })

    await expect(read(course)).rejects.toMatchObject({ code: 'course_not_found' })
  })
})

test('names of children and of people who were erased are not told', async () => {
  const course = await makeCourse(server.db)
  const parent = await makeLearner(server.db)
  await write(await makeOwner(course, 50, { parentId: parent.id }), course)
  const erased = await makeOwner(course)
  await write(erased, course)
  await server.db
    .update(users)
    .set({ erasedAt: new Date(), blockedAt: new Date(), blockedReason: 'Erased.' })
    .where(eq(users.id, erased.id))

  expect((await read(course)).reviews.map(({ by }) => by)).toEqual([null, null])
})

describe('a review is asked for', () => {
  test('at a third, and once more at the end, until it is written or waved away', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course, 10)
    const dismiss = (stage: 'begun' | 'completed') =>
      server.as(learner)(contract.dismissReviewRequest, { ...of(course), body: { stage } })

    expect((await mine(learner, course)).asks).toBeNull()
    await dismiss('begun') // not asked yet, so nothing to wave away
    await play(learner, course, 30)
    expect((await mine(learner, course)).asks).toBe('begun')
    expect((await dismiss('begun')).asks).toBeNull()
    await play(learner, course, 100)
    expect((await mine(learner, course)).asks).toBe('completed')
    expect((await dismiss('completed')).asks).toBeNull()
    expect((await mine(learner, course)).may_write).toBe(true)
  })

  test('never of who wrote one', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeOwner(course, 40)
    await write(learner, course)
    await play(learner, course, 100)

    expect((await mine(learner, course)).asks).toBeNull()
  })
})

describe('the academy', () => {
  test('has one answer, which it can change and take away', async () => {
    const course = await makeCourse(server.db)
    const { review } = await write(await makeOwner(course), course)
    const answer = (words: string) =>
      server.as(teacher)(contract.answerReview, { params: { id: review!.id }, body: { words } })

    await answer('Thank you!')
    await answer('Thank you, Meera.')
    expect((await read(course)).reviews).toMatchObject([{ answer: 'Thank you, Meera.' }])
    await answer('')
    expect((await read(course)).reviews).toMatchObject([{ answer: null }])
  })

  test('replaces no answer that its writer has not read', async () => {
    const course = await makeCourse(server.db)
    const { review } = await write(await makeOwner(course), course)
    const answer = (words: string, before: string | null) =>
      server.as(teacher)(contract.answerReview, {
        params: { id: review!.id },
        body: { words, before },
      })
    await answer('Thank you!', null)
    await answer('Thank you!', null) // as after an answer that was lost

    await expect(answer('What was not clear?', null)).rejects.toMatchObject({
      status: 409,
      code: 'review_answered',
    })

    expect((await read(course)).reviews).toMatchObject([{ answer: 'Thank you!' }])
    await answer('Thank you! What was not clear?', 'Thank you!')
    expect((await read(course)).reviews).toMatchObject([
      { answer: 'Thank you! What was not clear?' },
    ])
  })

  test('hides one for a reason that stays to be read, also in the log, and shows it again', async () => {
    const course = await makeCourse(server.db)
    const writer = await makeOwner(course)
    const { review } = await write(writer, course)
    await write(await makeOwner(course), course, 2)

    await hide(review!.id, 'abuse')

    const { reviews: seen, hidden } = await read(course)
    expect(seen).toMatchObject([{ stars: 2 }])
    expect(hidden).toEqual([{ reason: 'abuse', count: 1 }])
    expect((await mine(writer, course)).review).toMatchObject({ hidden_because: 'abuse' })
    await write(writer, course, 5, 'Changed.')
    expect((await read(course)).reviews).toMatchObject([{ stars: 2 }])
    const { entries } = await server.as(owner)(listAudit, { query: {} })
    expect(entries[0]).toMatchObject({
      act: 'POST /admin/reviews/:id/hide',
      outcome: 'done',
      after: { hidden_because: 'abuse' },
    })
    await show(review!.id)
    expect((await read(course)).reviews.map(({ stars }) => stars)).toEqual([2, 5])
    expect((await read(course)).hidden).toEqual([])
  })

  test('what is hidden stays so when its writer removes it and writes again; its words go', async () => {
    const course = await makeCourse(server.db)
    const writer = await makeOwner(course)
    const { review } = await write(writer, course, 1, 'Buy at my shop.')
    await hide(review!.id, 'advertising')

    await server.as(writer)(contract.removeMyReview, of(course))
    expect((await mine(writer, course)).review).toMatchObject({ words: '' })
    await write(writer, course, 1, 'Buy at my other shop.')

    expect(await read(course)).toMatchObject({
      reviews: [],
      hidden: [{ reason: 'advertising', count: 1 }],
    })
  })

  test('hides for no reason that is not in the list', async () => {
    const course = await makeCourse(server.db)
    const { review } = await write(await makeOwner(course), course)

    await expect(hide(review!.id, 'too few stars' as 'abuse')).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('is told by readers, once each, until it has looked', async () => {
    const course = await makeCourse(server.db)
    const writer = await makeOwner(course)
    const { review } = await write(writer, course)
    const reader = await makeLearner(server.db)
    const params = { id: review!.id }
    const listReported = () =>
      server.as(teacher)(contract.listReviewsForStaff, { query: { filter: 'reported' } })

    await server.as(reader)(contract.reportReview, { params })
    await server.as(reader)(contract.reportReview, { params })
    await expect(server.as(writer)(contract.reportReview, { params })).rejects.toMatchObject({
      code: 'review_not_found',
    })

    expect((await listReported()).reviews).toMatchObject([{ id: review!.id, reports: 1 }])
    await show(review!.id)
    expect((await listReported()).reviews).toEqual([])
  })
})

test('of two accounts that become one, the one that stays has the word', async () => {
  const [both, other] = [await makeCourse(server.db), await makeCourse(server.db)]
  const into = await makeOwner(both)
  const from = await makeOwner(both)
  await grantCourse(server.db, from, other)
  await server.db
    .insert(courseProgress)
    .values({ learnerId: from.id, courseId: other.id, percent: 50 })
  await write(into, both, 5)
  await write(from, both, 1)
  await write(from, other, 3)

  await server.db.transaction((db) => joinReviews(db, { fromId: from.id, intoId: into.id }))

  expect((await read(both)).reviews).toMatchObject([{ stars: 5 }])
  expect(await mine(into, other)).toMatchObject({ review: { stars: 3 } })
})

test('pages of a list are each as long as asked for, and nothing is twice or missing', async () => {
  const course = await makeCourse(server.db)
  const written: string[] = []
  for (let at = 0; at < 7; at += 1) {
    const { review } = await write(await makeOwner(course), course)
    written.unshift(review!.id)
  }
  const found: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await read(course, { limit: 3, ...(cursor && { cursor }) })
    found.push(...page.reviews.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)

  expect(found).toEqual(written)
})

test('the list goes on though the last reviews of its page were taken back meanwhile', async () => {
  const course = await makeCourse(server.db)
  const writers: Person[] = []
  for (let at = 0; at < 6; at += 1) {
    const writer = await makeOwner(course)
    await write(writer, course, 4, `Number ${at}.`)
    writers.unshift(writer)
  }
  const { next_cursor: cursor } = await read(course, { limit: 3 })
  for (const writer of writers.slice(1, 3))
    await server.as(writer)(contract.removeMyReview, of(course))

  const rest = await read(course, { limit: 10, cursor })

  expect(rest.reviews.map(({ words }) => words)).toEqual(['Number 2.', 'Number 1.', 'Number 0.'])
  await expect(read(course, { cursor: 'nowhere' })).rejects.toMatchObject({ status: 400 })
})

test('whatever is written, hidden, shown and removed, course and list tell the average of what is seen', async () => {
  const course = await makeCourse(server.db)
  const writers = await Promise.all([0, 1, 2].map(() => makeOwner(course)))
  const step = fc.record({
    who: fc.nat(2),
    act: fc.oneof(
      fc.record({ kind: fc.constant('write' as const), stars: fc.integer({ min: 1, max: 5 }) }),
      fc.constant({ kind: 'remove' as const }),
      fc.constant({ kind: 'hide' as const }),
      fc.constant({ kind: 'show' as const }),
    ),
  })
  const stars = [new Map<string, number>(), new Set<string>()] as const
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await server.db.execute(sql`delete from rate_limits`)
      for (const { who, act } of steps) {
        const writer = writers[who]!
        const { review } = await mine(writer, course)
        if (act.kind === 'write') {
          await write(writer, course, act.stars)
          stars[0].set(writer.id, act.stars)
        } else if (act.kind === 'remove') {
          await server.as(writer)(contract.removeMyReview, of(course))
          if (!stars[1].has(writer.id)) stars[0].delete(writer.id)
        } else if (review) {
          await (act.kind === 'hide' ? hide(review.id) : show(review.id))
          if (act.kind === 'hide') stars[1].add(writer.id)
          else stars[1].delete(writer.id)
        }
      }
      const seen = [...stars[0]].filter(([id]) => !stars[1].has(id)).map(([, given]) => given)
      const sum = seen.reduce((all, one) => all + one, 0)
      const average = seen.length === 0 ? null : Math.round((sum / seen.length) * 100) / 100
      const rating = stars[0].size === 0 ? undefined : { average, count: seen.length }
      // Pages hear of a change a moment after it.
      await vi.waitFor(async () => {
        expect((await server.visitor(getCourse, of(course))).rating).toEqual(rating)
        const listed = await server.visitor(listCourses, {})
        expect(listed.find(({ id }) => id === course.id)?.rating).toEqual(rating)
      })
      const rows = await server.db.select().from(reviews).where(eq(reviews.courseId, course.id))
      expect(rows).toHaveLength(stars[0].size)
    }),
    { numRuns: 15 },
  )
})
