import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  hideCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { getCourse } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

const links = ['https://videos.example/one.mp4', 'https://youtu.be/aqz-KE-bpKQ']
const linksIn = (course: { modules: { videos: { url?: string | undefined }[] }[] }) =>
  course.modules.flatMap(({ videos }) => videos.map(({ url }) => url))

test('a visitor reads titles and durations, in order, and gets no link', async () => {
  const course = await makeCourse(db, { modules: [links, []] })

  const answer = await server.visitor(getCourse, { params: { course_id: course.id } })

  expect(answer).toMatchObject({ id: course.id, owned: false })
  expect(answer.modules.map(({ title }) => title)).toEqual(['Module 1', 'Module 2'])
  expect(answer.modules[0]?.videos).toEqual([
    { id: course.videoIds[0], title: 'Video 1', duration: '2 min' },
    { id: course.videoIds[1], title: 'Video 2', duration: '2 min' },
  ])
})

test('an owner gets the links', async () => {
  const course = await makeCourse(db, { modules: [links] })
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)

  const answer = await server.as(owner)(getCourse, { params: { course_id: course.id } })

  expect(answer.owned).toBe(true)
  expect(linksIn(answer)).toEqual(links)
})

test('somebody who owns another course gets no link of this one', async () => {
  const course = await makeCourse(db, { modules: [links] })
  const other = await makeLearner(db)
  await grantCourse(db, other, await makeCourse(db))

  const answer = await server.as(other)(getCourse, { params: { course_id: course.id } })

  expect(answer.owned).toBe(false)
  expect(linksIn(answer)).toEqual([undefined, undefined])
})

test('an administrator gets the links without owning the course', async () => {
  const course = await makeCourse(db, { modules: [links] })
  const admin = await makeAdmin(db)

  const answer = await server.as(admin)(getCourse, { params: { course_id: course.id } })

  expect(answer.owned).toBe(false)
  expect(linksIn(answer)).toEqual(links)
})

test('an owner whose session has ended is a visitor', async () => {
  const course = await makeCourse(db, { modules: [links] })
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  await db.execute(sql`update sessions set expires_at = now() where user_id = ${owner.id}`)

  const answer = await server.as(owner)(getCourse, { params: { course_id: course.id } })

  expect(answer.owned).toBe(false)
  expect(linksIn(answer)).toEqual([undefined, undefined])
})

test('a course off sale is there for its owners and administrators only', async () => {
  const course = await makeCourse(db, { modules: [links] })
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  await hideCourse(db, course)
  const input = { params: { course_id: course.id } }
  const missing = { status: 404, code: 'course_not_found' }

  expect(linksIn(await server.as(owner)(getCourse, input))).toEqual(links)
  expect(linksIn(await server.as(await makeAdmin(db))(getCourse, input))).toEqual(links)
  await expect(server.visitor(getCourse, input)).rejects.toMatchObject(missing)
  await expect(server.as(await makeLearner(db))(getCourse, input)).rejects.toMatchObject(missing)
})

test.each(['no-such-course', "'; drop table courses; --", '%', '..'])(
  'a course that never was (%s) is not found',
  async (id) => {
    const answer = server.visitor(getCourse, { params: { course_id: id } })

    await expect(answer).rejects.toMatchObject({ status: 404 })
  },
)

test('a course id that cannot be is refused', async () => {
  const nothing = server.visitor(getCourse, { params: { course_id: '\0' } })
  await expect(nothing).rejects.toMatchObject({ status: 400 })

  const endless = server.visitor(getCourse, { params: { course_id: 'x'.repeat(201) } })
  await expect(endless).rejects.toMatchObject({
    status: 400,
    errors: [expect.objectContaining({ path: 'course_id' })],
  })
})

test('Markdown comes as safe HTML too, of lessons to those who may see them', async () => {
  const course = await makeCourse(db, {
    modules: [links],
    description: '## Light\n\nFrom **idea** to reel. <script>alert(1)</script>',
    lesson: { text: '*Bring* a pen.', links: [{ title: 'Pens', url: 'https://pens.example/' }] },
  })
  await db.execute(sql`update videos set is_preview = true where id = ${course.videoIds[1]}`)
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)

  const seen = await server.visitor(getCourse, { params: { course_id: course.id } })
  const owned = await server.as(owner)(getCourse, { params: { course_id: course.id } })

  for (const answer of [seen, owned]) {
    expect(answer.description_html).toBe(
      '<h3>Light</h3>\n<p>From <strong>idea</strong> to reel. &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    )
    expect(answer.summary).toBe('Light From idea to reel. <script>alert(1)</script>')
  }
  const text_html = '<p><em>Bring</em> a pen.</p>'
  expect(owned.modules[0]?.videos[0]).toMatchObject({ text_html })
  expect(seen.modules[0]?.videos[1]).toMatchObject({ text_html, is_preview: true, url: links[1] })
  expect(seen.modules[0]?.videos[0]).toEqual({
    id: course.videoIds[0],
    title: 'Video 1',
    duration: '2 min',
  })
})
