import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { getCourse } from '../../catalogue/contract.ts'
import {
  changeState,
  getDraft,
  listAllCourses,
  listPublications,
  publish,
  saveDraft,
  unschedule,
} from '../contract.ts'
import { changeCourseState } from './change-course-state.ts'
import { publishDraft, publishWhatIsDue } from './publish.ts'
import { scheduledPublications } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const asAdmin = server.as(admin)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('a publication for later happens at its time, once, with what was confirmed', async () => {
  const course = await makeCourse(db)
  await schedule(course, 'As confirmed')
  await save(course, 'Written afterwards')

  expect(await titleOf(course)).toBe(course.title)
  expect(await publishWhatIsDue(db)).toEqual([])
  await makeDue(course)
  const done = await Promise.all([publishWhatIsDue(db), publishWhatIsDue(db)])

  expect(done.flat()).toEqual([course.id])
  expect(await titleOf(course)).toBe('As confirmed')
  expect(await asAdmin(listPublications, { params: { id: course.id } })).toHaveLength(2)
  expect(await asAdmin(getDraft, { params: { id: course.id } })).toMatchObject({
    course: { title: 'Written afterwards' },
    has_unpublished_changes: true,
    publish_at: null,
  })
})

test('a publication for later can be taken back, and is by another one at once', async () => {
  const [first, second] = [await makeCourse(db), await makeCourse(db)]
  await schedule(first, 'Never')
  await asAdmin(unschedule, { params: { id: first.id } })
  const revision = await schedule(second, 'Now after all')
  await asAdmin(publish, { params: { id: second.id }, body: { revision } })

  expect(await db.select().from(scheduledPublications)).toEqual([])
  expect(await titleOf(first)).toBe(first.title)
  expect(await titleOf(second)).toBe('Now after all')
})

test('a course taken off sale after a change of its text was scheduled stays off sale', async () => {
  const course = await makeCourse(db)
  await schedule(course, 'New words', 'on_sale')
  await changeTo(course, 'off_sale')
  await makeDue(course)
  await publishWhatIsDue(db)

  expect(await asAdmin(getDraft, { params: { id: course.id } })).toMatchObject({
    published_title: 'New words',
    state: 'off_sale',
  })
})

test('a publication that was to put a course on sale does so, however it was sold until then', async () => {
  const course = await makeCourse(db)
  await changeTo(course, 'off_sale')
  await schedule(course, 'Opening day', 'on_sale')
  await changeTo(course, 'unlisted')
  await makeDue(course)
  await publishWhatIsDue(db)

  expect((await asAdmin(getDraft, { params: { id: course.id } })).state).toBe('on_sale')
})

test('one that cannot be published holds up no other', async () => {
  const [broken, whole] = [await makeCourse(db), await makeCourse(db)]
  await schedule(broken, 'Broken')
  await schedule(whole, 'Whole')
  await db
    .update(scheduledPublications)
    .set({ content: sql`'{"modules": 1}'` })
    .where(eq(scheduledPublications.courseId, broken.id))
  await makeDue(broken)
  await makeDue(whole)

  await expect(publishWhatIsDue(db)).rejects.toThrow(broken.id)

  expect(await titleOf(whole)).toBe('Whole')
  expect(await titleOf(broken)).toBe(broken.title)
  await asAdmin(unschedule, { params: { id: broken.id } })
})

test.each<[string, (course: { id: string }) => Promise<unknown>]>([
  ['the job publishes what is due', () => publishWhatIsDue(db)],
  [
    'a colleague takes the course off sale',
    ({ id }) => db.transaction((db) => changeCourseState(db, { courseId: id, state: 'off_sale' })),
  ],
])('who publishes what was scheduled goes first or second while %s', async (_, act) => {
  const course = await makeCourse(db)
  const revision = await schedule(course, 'Now after all')
  await makeDue(course)

  const [published, acted] = await db.transaction(async (inner) => {
    await inner.execute(sql`lock table course_drafts in access exclusive mode`)
    const publishing = publishDraft(db, {
      courseId: course.id,
      revision,
      isDryRun: false,
      publishAt: null,
      by: admin.id,
    })
    await vi.waitUntil(async () => (await countBlocked(db)) === 1) // in the middle
    let isDone = false
    const acting = act(course).finally(() => {
      isDone = true
    })
    await vi.waitUntil(async () => isDone || (await countBlocked(db)) === 2)
    return [{ publishing }, { acting }] as const
  })
  const ends = await Promise.allSettled([published.publishing, acted.acting])

  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await db.select().from(scheduledPublications)).toEqual([])
})

test('the list of courses tells of a publication for later, also of a course that nobody has edited', async () => {
  const course = await makeCourse(db)
  const params = { id: course.id }
  const { revision } = await asAdmin(getDraft, { params })
  const publish_at = inAnHour()
  await asAdmin(publish, { params, body: { revision, state: 'off_sale', publish_at } })

  const listed = await asAdmin(listAllCourses, {})
  expect(listed.find(({ id }) => id === course.id)).toMatchObject({
    state: 'on_sale',
    has_unpublished_changes: false,
    publish_at,
  })
})

async function save(course: { id: string }, title: string): Promise<number> {
  const draft = await asAdmin(getDraft, { params: { id: course.id } })
  const saved = await asAdmin(saveDraft, {
    params: { id: course.id },
    body: { revision: draft.revision, course: { ...draft.course, title } },
  })
  return saved.revision
}

type PublishedState = 'on_sale' | 'unlisted' | 'off_sale'

async function changeTo(course: { id: string }, state: PublishedState): Promise<void> {
  await asAdmin(changeState, { params: { id: course.id }, body: { state } })
}

async function schedule(
  course: { id: string },
  title: string,
  state?: PublishedState,
): Promise<number> {
  const revision = await save(course, title)
  const told = await asAdmin(publish, {
    params: { id: course.id },
    body: { revision, state, publish_at: inAnHour() },
  })
  expect(told.publish_at).not.toBeNull()
  return revision
}

async function makeDue(course: { id: string }): Promise<void> {
  await db
    .update(scheduledPublications)
    .set({ publishAt: new Date(Date.now() - 1000) })
    .where(eq(scheduledPublications.courseId, course.id))
}

async function titleOf(course: { id: string }): Promise<string> {
  return (await server.visitor(getCourse, { params: { course_id: course.id } })).title
}
