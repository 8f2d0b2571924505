import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { logout } from '../src/domains/accounts/contract.ts'
import { createCourse, deleteCourse } from '../src/domains/admin/contract.ts'
import { getCourse, listCourses } from '../src/domains/catalogue/contract.ts'
import { getCertificate, verifyCertificate } from '../src/domains/certificates/contract.ts'
import { listBundles } from '../src/domains/offers/contract.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { eventually } from './support/buy.ts'
import {
  completeCourse,
  makeAdmin,
  makeBundle,
  makeCourse,
  makeLearner,
  type Person,
} from './support/factories.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'
import { openDatabaseAgain } from './support/test-database.ts'

const env = { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' }
const first = await startTestServer({ pages: true, env })
const second = await startTestServer({ pages: true, beside: first, env })
const servers = [first, second]
/** Somebody at the database's own prompt: no process of the academy knows of them. */
const byHand = openDatabaseAgain(first.ownerUrl)
afterAll(async () => {
  await byHand.close()
  await second.close()
  await first.close()
})

describe('what is changed by hand in the database is seen in every process', () => {
  test('a course: in its page, the list, the pages that list, its picture and the site map', async () => {
    const course = await makeCourse(first.db, { title: 'Before the edit' })
    const paths = [`/course/${course.id}`, '/courses', '/']
    const picturesBefore = await readAll(`/share/course/${course.id}.png`)
    await readAll('/sitemap.xml')
    for (const path of paths) expect(await becomes(path, contains('Before the edit'))).toBe(true)

    await byHand.db.execute(sql`
      update courses set title = 'After the edit', created_at = '2026-03-04T05:06:07Z'
       where id = ${course.id}`)

    for (const path of paths) expect(await becomes(path, contains('After the edit'))).toBe(true)
    expect(
      await becomes(`/share/course/${course.id}.png`, (text) => !picturesBefore.includes(text)),
    ).toBe(true)
    expect(await becomes('/sitemap.xml', contains('2026-03-04T05:06:07.000Z'))).toBe(true)
    await eventuallyInAll(async (server) => {
      const course_id = course.id
      const list = await server.visitor(listCourses, {})
      const detail = await server.visitor(getCourse, { params: { course_id } })
      return [list.find(({ id }) => id === course_id)?.title, detail.title].join()
    }, 'After the edit,After the edit')
  })

  test('a bundle and what its courses cost, in the list that pages are made of', async () => {
    const [one, other] = [await makeCourse(first.db), await makeCourse(first.db)]
    const id = await makeBundle(first.db, [one.id, other.id])
    const prices = async (server: TestServer) => {
      const { bundles } = await server.visitor(listBundles, { query: { limit: 6 } })
      const found = bundles.find((bundle) => bundle.id === id)
      return [found?.price, found?.courses[0]?.price]
    }
    await eventuallyInAll(prices, [5999, 4999])

    await byHand.db.execute(sql`update bundles set price_in_paise = 100000 where id = ${id}`)
    await eventuallyInAll(prices, [1000, 4999])
    await byHand.db.execute(sql`update courses set price_in_paise = 70000 where id = ${one.id}`)
    await eventuallyInAll(prices, [1000, 700])
    expect(await Promise.all(servers.map(prices))).toEqual([
      [1000, 700],
      [1000, 700],
    ])
  })

  test('the grievance officer, on the contact page; that of all courses, which says nothing of it, stays in memory', async () => {
    await first.fetch('/courses')
    expect(await becomes('/contact', (text) => !text.includes('Grievance officer'))).toBe(true)

    await byHand.db.execute(sql`
      insert into office_settings
        (grievance_officer_name, grievance_officer_email, grievance_officer_phone)
      values ('Asha Rao', 'asha@example.test', '080 4000 0001')`)
    expect(await becomes('/contact', contains('Asha Rao'))).toBe(true)
    // A process that stood still is deaf for a moment, and answers nothing from memory: then once more.
    const officers = ['Meera Nair', 'Asha Rao']
    const changeAndCount = async () => {
      const officer = officers.shift() ?? ''
      officers.push(officer)
      await first.fetch('/courses')
      await byHand.db.execute(sql`update office_settings set grievance_officer_name = ${officer}`)
      expect(await becomes('/contact', contains(officer))).toBe(true)
      const before = await countFromMemory()
      await first.fetch('/courses')
      return (await countFromMemory()) - before
    }
    await expect.poll(changeAndCount).toBe(1)
  })

  test('a module and a video, added, changed and removed', async () => {
    const course = await makeCourse(first.db)
    const outlineIn = (server: TestServer) => async (): Promise<string> => {
      const detail = await server.visitor(getCourse, { params: { course_id: course.id } })
      const list = await server.visitor(listCourses, {})
      const outlines = [detail, list.find(({ id }) => id === course.id)].map((one) =>
        one?.modules.map(({ title, videos }) => [title, ...videos.map((video) => video.title)]),
      )
      expect(outlines[0]).toEqual(outlines[1])
      return JSON.stringify(outlines[0])
    }
    const isSeen = (title: string, isThere: boolean) =>
      Promise.all(
        servers.map((server) =>
          expect
            .poll(async () => (await outlineIn(server)().catch(() => '')).includes(title))
            .toBe(isThere),
        ),
      )
    await isSeen('Video 1', true)
    const [moduleId, videoId] = [newId(), newId()]

    await byHand.db.execute(sql`
      insert into modules (id, course_id, position, title) values (${moduleId}, ${course.id}, 9, 'A ninth')`)
    await isSeen('A ninth', true)
    await byHand.db.execute(sql`
      insert into videos (id, course_id, module_id, position, title, url)
      values (${videoId}, ${course.id}, ${moduleId}, 0, 'Encore', 'https://youtu.be/aqz-KE-bpKQ')`)
    await isSeen('Encore', true)
    await byHand.db.execute(sql`update videos set title = 'Last bow' where id = ${videoId}`)
    await isSeen('Last bow', true)
    await byHand.db.execute(sql`delete from videos where id = ${videoId}`)
    await isSeen('Last bow', false)
    await byHand.db.execute(sql`delete from modules where id = ${moduleId}`)
    await isSeen('A ninth', false)
  })

  test('a course that is removed', async () => {
    const course = await makeCourse(first.db, { title: 'Soon gone' })
    expect(await becomes(`/course/${course.id}`, contains('Soon gone'))).toBe(true)

    await byHand.db.execute(sql`delete from courses where id = ${course.id}`)

    expect(await becomes(`/course/${course.id}`, (text) => !text.includes('Soon gone'))).toBe(true)
    expect(await becomes('/courses', (text) => !text.includes('Soon gone'))).toBe(true)
  })

  test('a certificate that is withdrawn: its page and its answer say so', async () => {
    const learner = await makeLearner(first.db)
    const course = await makeCourse(first.db)
    await completeCourse(first.db, learner, course)
    const input = { params: { course_id: course.id } }
    const { certificate_id } = await first.as(learner)(getCertificate, input)
    const path = `/verify/${certificate_id}`
    expect(await becomes(path, contains('This certificate is genuine'))).toBe(true)

    await byHand.db.execute(sql`
      update certificates set revoked_at = now() where id = ${certificate_id}`)

    expect(await becomes(path, contains('This certificate was withdrawn'))).toBe(true)
    await eventuallyInAll(
      async (server) =>
        (await server.visitor(verifyCertificate, { params: { certificate_id } })).revoked,
      true,
    )
  })

  test('everything, when a table is emptied at once', async () => {
    const course = await makeCourse(first.db, { title: 'One of all' })
    expect(await becomes(`/course/${course.id}`, contains('One of all'))).toBe(true)

    await byHand.db.execute(sql`truncate courses cascade`)

    expect(await becomes(`/course/${course.id}`, (text) => !text.includes('One of all'))).toBe(true)
    await eventuallyInAll(async (server) => (await server.visitor(listCourses, {})).length, 0)
  })
})

describe('a certificate that a session was given a moment ago is refused', () => {
  const takings: [string, (learner: Person) => Promise<unknown>, number][] = [
    ['after logging out', (learner) => second.as(learner)(logout, {}), 401],
    [
      'once the session is ended by hand',
      ({ id }) => byHand.db.execute(sql`delete from sessions where user_id = ${id}`),
      401,
    ],
    [
      'once the session is cut short by hand',
      ({ id }) =>
        byHand.db.execute(sql`update sessions set expires_at = now() where user_id = ${id}`),
      401,
    ],
    [
      'once the access is gone',
      ({ id }) => byHand.db.execute(sql`delete from entitlements where learner_id = ${id}`),
      403,
    ],
  ]
  test.each(takings)('%s', async (_, take, status) => {
    const learner = await makeLearner(first.db)
    const course = await makeCourse(first.db)
    await completeCourse(first.db, learner, course)
    const headers = { authorization: `Bearer ${learner.token}` }
    const ask = () => first.fetch(`/api/certificate/${course.id}`, { headers })
    const given = await (await ask()).text()
    const again = await (await ask()).text()
    const toAnother = await first.fetch(`/api/certificate/${course.id}`, {
      headers: { authorization: `Bearer ${(await makeLearner(first.db)).token}` },
    })

    await take(learner)

    expect(again).toBe(given)
    expect(toAnother.status).toBe(403)
    await expect.poll(async () => (await ask()).status).toBe(status)
  })
})

test('who changes something reads it changed, without waiting for anybody', async () => {
  const admin = first.as(await makeAdmin(first.db))
  const listed = async () => (await first.visitor(listCourses, {})).map(({ id }) => id)
  for (let times = 0; times < 5; times += 1) {
    await listed()
    const { id } = await admin(createCourse, { body: plan })
    const afterCreation = await listed()
    const page = await (await first.fetch('/courses')).text()

    await admin(deleteCourse, { params: { id } })

    expect(afterCreation).toContain(id)
    expect(page).toContain(`/course/${id}`)
    expect(await listed()).not.toContain(id)
  }
})

test('a change of one course leaves the pages of the others in memory', async () => {
  const [changed, other] = [await makeCourse(first.db), await makeCourse(first.db)]
  const paths = [`/course/${changed.id}`, `/course/${other.id}`]
  let tries = 0
  // A process that stood still is deaf for a moment, and answers nothing from memory: then once more.
  const changeAndLook = async () => {
    for (const path of paths) await first.fetch(path)
    if ((await Promise.all(paths.map(isFromMemory))).includes(false)) return null
    tries += 1
    const title = `Changed ${tries}`
    await first.db.execute(sql`update courses set title = ${title} where id = ${changed.id}`)
    return Promise.all(paths.map(isFromMemory))
  }
  await expect.poll(changeAndLook).toEqual([false, true])
})

const plan = {
  title: 'A new one',
  description: 'About it',
  price: 4999,
  modules: [{ title: 'One', videos: [{ title: 'V', url: 'https://youtu.be/aqz-KE-bpKQ' }] }],
}

/** Whether the memory responder has it, asked one after the other: only it counts what it sends. */
let asking = Promise.resolve(false)
function isFromMemory(path: string): Promise<boolean> {
  const count = async () =>
    Number(/from_memory_total (\d+)/.exec(await (await first.fetch('/metrics')).text())?.[1])
  asking = asking.then(async () => {
    const before = await count()
    await first.fetch(path)
    return (await count()) > before
  })
  return asking
}

const contains = (part: string) => (text: string) => text.includes(part)

async function countFromMemory(): Promise<number> {
  const told = await (await first.fetch('/metrics')).text()
  return Number(/^http_answers_from_memory_total (\d+)/m.exec(told)?.[1])
}

async function becomes(path: string, isThere: (text: string) => boolean): Promise<boolean> {
  const texts = await eventually(
    () => readAll(path),
    (read) => read.every(isThere),
  )
  return texts.every(isThere)
}

function readAll(path: string): Promise<string[]> {
  return Promise.all(
    servers.map(async (server) =>
      Buffer.from(await (await server.fetch(path)).arrayBuffer()).toString('latin1'),
    ),
  )
}

async function eventuallyInAll<Value>(
  read: (server: TestServer) => Promise<Value>,
  expected: Value,
): Promise<void> {
  await Promise.all(servers.map((server) => expect.poll(() => read(server)).toEqual(expected)))
}
