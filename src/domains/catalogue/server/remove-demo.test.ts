import { inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoCatalogue } from '../../../../seed/demo-catalogue.ts'
import {
  grantCourse,
  makeAdmin,
  makeBundle,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { checkMedia, listKeptFiles } from '../../films/server/check-media.ts'
import { films } from '../../films/server/tables.ts'
import { listBundles } from '../../offers/contract.ts'
import { listAudit } from '../../staff/contract.ts'
import { listNamedFilms } from '../../studio/server/list-named-films.ts'
import { listPublishedCourses } from '../../studio/server/list-publications.ts'
import { publishDraft } from '../../studio/server/publish.ts'
import { readDraft } from '../../studio/server/read-draft.ts'
import { saveDraft } from '../../studio/server/save-draft.ts'
import { getCourse, getDemo, listCourses, removeDemo, restoreDemo } from '../contract.ts'
import { hideDemo, removeHiddenDemo, restoreDemo as restore } from './remove-demo.ts'
import { seedDemoCatalogue } from './seed-demo-catalogue.ts'
import { courses, demo, modules, videos } from './tables.ts'

let server: TestServer
let owner: Person
beforeEach(async () => {
  server = await startTestServer()
  owner = await makeAdmin(server.db)
})
afterEach(() => server.close())

const idOf = (at: number) => demoCatalogue[at]!.slug
/** One course of it is only looked at, one bought, one changed; the last is that with films of its own. */
const [looked, bought, changed, filmed] = [idOf(0), idOf(1), idOf(2), idOf(3)]
const forLater = (db: Database) => ({
  db,
  media: server.media,
  locks: createNamedLocks(server.pool),
  listNamed: listNamedFilms,
  listPublished: listPublishedCourses,
})
const start = (db: Database) => seedDemoCatalogue(forLater(db), demoCatalogue)
const passADay = (db: Database) =>
  db.update(demo).set({ hiddenAt: sql`${demo.hiddenAt} - interval '25 hours'` })
const listed = async () => (await server.visitor(listCourses, {})).map(({ id }) => id)

test('an owner removes the demo, and nobody finds a course of it; taken back it is as it was', async () => {
  await start(server.db)
  const { id: own } = await makeCourse(server.db)
  await makeBundle(server.db, [own, looked])
  const seen = async () => ({
    courses: await server.visitor(listCourses, {}),
    course: await server.visitor(getCourse, { params: { course_id: looked } }),
    bundles: await server.visitor(listBundles, { query: {} }),
    sitemap: await (await server.fetch('/sitemap.xml')).text(),
  })
  const before = await seen()

  const removed = await server.as(owner)(removeDemo, {})

  expect(removed).toMatchObject({ state: 'hidden', films: 2, kept: [] })
  expect(removed.courses).toEqual(demoCatalogue.map(({ title }) => title))
  expect(await listed()).toEqual([own])
  expect((await server.visitor(listBundles, { query: {} })).bundles).toEqual([])
  expect(await (await server.fetch('/sitemap.xml')).text()).not.toContain(looked)
  for (const { slug } of demoCatalogue) {
    const look = server.visitor(getCourse, { params: { course_id: slug } })
    await expect(look).rejects.toMatchObject({ code: 'course_not_found' })
  }

  expect(await server.as(owner)(restoreDemo, {})).toMatchObject({
    state: 'shown',
    back_until: null,
  })

  expect(await seen()).toEqual(before)
  const { entries } = await server.as(owner)(listAudit, { query: { search: 'demo' } })
  expect(entries.map(({ summary }) => summary)).toEqual(['Bring the demo back', 'Remove the demo'])
})

test('after a day what nobody needs is gone for good, with its films, and a start brings nothing back', async () => {
  await start(server.db)
  await grantCourse(server.db, await makeLearner(server.db), { id: bought })
  await server.as(owner)(removeDemo, {})
  await removeHiddenDemo(forLater(server.db))
  expect(await server.db.$count(courses)).toBe(4)
  await passADay(server.db)

  // A process that dies after the courses leaves the films to the next run.
  await removeHiddenDemo(forLater(server.db), AbortSignal.abort())
  expect(await server.db.$count(films)).toBe(2)
  await Promise.all([removeHiddenDemo(forLater(server.db)), removeHiddenDemo(forLater(server.db))])

  expect(await server.as(owner)(getDemo, {})).toEqual({
    state: 'gone',
    courses: [],
    films: 0,
    back_until: null,
    kept: [{ title: demoCatalogue[1]?.title, because: 'in_use', learners: 1 }],
  })
  expect(await server.db.$count(films)).toBe(0)
  expect(await checkMedia(server.media, await listKeptFiles(server.db))).toMatchObject({
    checked: 0,
  })
  expect(await start(server.db)).toBe(false)
  expect(await listed()).toEqual([])
  const back = server.as(owner)(restoreDemo, {})
  await expect(back).rejects.toMatchObject({ code: 'demo_gone' })
})

test('films that an own course shows stay when the demo goes', async () => {
  await start(server.db)
  const [lesson] = await server.db
    .select()
    .from(videos)
    .where(inArray(videos.courseId, [filmed]))
  const { videoIds } = await makeCourse(server.db)
  await server.db
    .update(videos)
    .set({ url: lesson?.url ?? '' })
    .where(inArray(videos.id, videoIds))
  await server.as(owner)(removeDemo, {})
  await passADay(server.db)

  await removeHiddenDemo(forLater(server.db))

  expect(
    (await server.db.select({ id: films.id }).from(films)).map(({ id }) => `film:${id}`),
  ).toEqual([lesson?.url])
})

/** All that is kept of courses and films, in order. */
async function dump(db: Database) {
  return JSON.stringify({
    courses: await db.select().from(courses).orderBy(courses.id),
    modules: await db.select().from(modules).orderBy(modules.id),
    videos: await db.select().from(videos).orderBy(videos.id),
    films: await db.select().from(films).orderBy(films.id),
  })
}

test('whatever is removed, taken back, bought and published, in any order, no buyer and no work of the owner loses anything', async () => {
  await start(server.db)
  const learner = await makeLearner(server.db)
  const noAudit = async () => undefined
  const events: Record<string, (db: Database) => Promise<unknown>> = {
    remove: (db) => hideDemo(forLater(db), noAudit),
    back: (db) => restore(forLater(db), noAudit),
    buy: (db) => grantCourse(db, learner, { id: bought }),
    publish: async (db) => {
      const { revision, course } = await readDraft(db, changed)
      const by = owner.id
      const saved = await saveDraft(db, {
        courseId: changed,
        revision,
        course: { ...course, subtitle: `${course.subtitle}.` },
        by,
      })
      const now = { isDryRun: false, publishAt: null, by }
      await publishDraft(db, { courseId: changed, revision: saved.revision, ...now })
    },
    job: async (db) => {
      await passADay(db)
      // Files cannot be brought back between the stories.
      const media = { ...server.media, remove: async () => undefined }
      await removeHiddenDemo({ ...forLater(db), media })
    },
    start,
  }
  const seen = new Set<string>()
  const broken: string[] = []

  const explore = async (db: Database, story: string[]): Promise<void> => {
    const rows = await db.select({ id: courses.id, hiddenAt: courses.hiddenAt }).from(courses)
    const [row] = await db.select().from(demo)
    const isHidden = row?.hiddenAt !== null
    const isIn = (id: string) => rows.some((one) => one.id === id)
    const isSeen = (id: string) => rows.some((one) => one.id === id && one.hiddenAt === null)
    const isBought = story.includes('buy') && (await db.$count(sql`entitlements`)) > 0
    const isPublished = (await listPublishedCourses(db, [changed])).size > 0
    const claims = {
      'who bought it has it': !isBought || isIn(bought),
      'what is published again stays in sight': !isPublished || isSeen(changed),
      'nothing else of a removed demo is in sight':
        !isHidden || !(isSeen(looked) || isSeen(bought)),
      'all of a demo that is there is in sight': isHidden || rows.every((one) => isSeen(one.id)),
      'what went is what nobody needs': row?.goneAt === null || !isIn(looked),
      'nothing goes before its time': row?.goneAt !== null || rows.length === 4,
    }
    for (const [claim, holds] of Object.entries(claims)) {
      if (!holds) broken.push(`${claim}: ${story.join(', ')}`)
    }
    const state = JSON.stringify([
      isHidden,
      row?.goneAt === null,
      isBought,
      isPublished,
      rows.length,
    ])
    if (seen.has(state)) return
    seen.add(state)
    const before = await dump(db)
    for (const [name, happen] of Object.entries(events)) {
      await db
        .transaction(async (db) => {
          // What is refused changes nothing: the shop does not sell it, the studio does not know it.
          await db.transaction((db) => happen(db)).catch(() => undefined)
          if (name === 'start' && (await dump(db)) !== before) broken.push(`${story.join()}, start`)
          if (name === 'remove' && !isHidden) {
            await db.transaction((db) => events['back']!(db))
            if ((await dump(db)) !== before) broken.push(`not as before: ${story.join(', ')}`)
            await events['remove']!(db)
          }
          await explore(db, [...story, name])
          throw new Error('another story')
        })
        .catch((error: unknown) => {
          if (!String(error).includes('another story')) throw error
        })
    }
  }
  await explore(server.db, [])

  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(10)
})
