import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { videos } from '../src/domains/catalogue/server/tables.ts'
import { putCaptions } from '../src/domains/films/contract.ts'
import { makeAdmin, makeCourse, makeFilm } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  pages: true,
})
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))

async function makeSpokenCourse(isPreview: boolean) {
  const course = await makeCourse(db)
  const filmId = await makeFilm(db, course)
  const videoId = course.videoIds[0] ?? ''
  await db
    .update(videos)
    .set({ url: `film:${filmId}`, isPreview })
    .where(eq(videos.id, videoId))
  const say = (text: string) =>
    admin(putCaptions, {
      params: { id: filmId, language: 'hi' },
      body: { label: 'हिन्दी', text: `00:00:01,000 --> 00:00:02,000\n${text}\n` },
    })
  return { course, say }
}

async function readPage(path: string): Promise<string> {
  return (await server.fetch(path)).text()
}

test('what is said in a preview stands once in the page, in its language, as letters', async () => {
  const { course, say } = await makeSpokenCourse(true)
  await say('नमस्ते & welcome "all" <img src=x onerror=alert(1)>')
  const html = await readPage(`/course/${course.id}`)

  expect(html).toContain(
    '<div lang="hi" dir="auto"><p>नमस्ते &amp; welcome &quot;all&quot;</p></div>',
  )
  expect(html.split('नमस्ते')).toHaveLength(2)
  expect(html).not.toContain('onerror')
  expect(html).toMatch(/<details[^>]*><summary[^>]*>Transcript<span class="sr-only"> of /)

  await say('Something else.')
  await expect.poll(() => readPage(`/course/${course.id}`)).toContain('<p>Something else.</p>')
})

test('what is said in a lesson that must be bought does not', async () => {
  const { course, say } = await makeSpokenCourse(false)
  await say('A secret.')

  expect(await readPage(`/course/${course.id}`)).not.toContain('A secret.')
  expect(await readPage(`/api/courses/${course.id}/transcripts`)).toBe('{"transcripts":[]}')
})
