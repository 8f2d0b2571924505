import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { grantCourse, makeAdmin, makeCourse, makeLearner } from '../support/factories.ts'
import { hasFfmpeg, makeFilmFile } from '../support/make-film.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { readDraft } from './support/drafts.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

test.skip(!hasFfmpeg, 'Needs ffmpeg to make films (Debian: apt-get install ffmpeg).')

const srt = Buffer.from('1\r\n00:00:00,500 --> 00:00:01,500\r\nCaf\u00e9\r\n', 'latin1')

test('films dropped on a module become lessons, get captions and chapters, and play for owners', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/)
  const { admin, course } = await openEditor(page, academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await openModule(page)
  await page.getByLabel('Upload films').setInputFiles([
    { name: '10_the-end.mp4', mimeType: 'video/mp4', buffer: await makeFilmFile({ seconds: 2 }) },
    { name: '2 - First cut.mp4', mimeType: 'video/mp4', buffer: await makeFilmFile() },
  ])
  await expect
    .poll(
      async () => {
        const [module] = (await readDraft(academy, admin, course)).course.modules
        return module?.videos.slice(1).map(({ title, url }) => `${title} ${url.slice(0, 5)}`)
      },
      { timeout: 480_000 },
    )
    .toEqual(['First cut film:', 'The end film:'])

  await backToOutline(page)
  await page.getByRole('button', { name: /^First cut/ }).click()
  await expect(page.getByText('This plays a film of your own.')).toBeVisible()
  await expect(page.getByLabel('Duration')).toHaveValue('3 sec')
  const film = page.getByRole('region', { name: 'Own film' })
  await expect(film).toContainText('Original 240p')
  await expect(film).toContainText('Ready to play.', { timeout: 480_000 })
  await expect(film).toContainText('Data saver')

  await page.getByText(/^Captions \(0\)/).click()
  await page.getByLabel('Language of the captions').selectOption('fr')
  await page
    .getByLabel('Upload captions')
    .setInputFiles({ name: 'cut.srt', mimeType: 'application/x-subrip', buffer: srt })
  await expect(page.getByText('français: 1 caption is uploaded.')).toBeVisible()
  await page.getByText(/^Chapters \(0\)/).click()
  const chapters = page.getByLabel('List of chapters')
  await chapters.fill('0:00 Welcome\nlater')
  await page.getByRole('button', { name: 'Save chapters' }).click()
  await expect(chapters).toHaveAccessibleDescription(/Line 2: Begin with a time/)
  await chapters.fill('0:00 Welcome\n0:02 The end')
  await page.getByRole('button', { name: 'Save chapters' }).click()
  await expect(page.getByText('The chapters are saved.')).toBeVisible()
  expect(await listViolations(page)).toEqual([])

  const { revision } = await readDraft(academy, admin, course)
  const params = { id: course.id }
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params,
    body: { revision },
  })
  const shown = await academy.as(learner)('GET /courses/:course_id', {
    params: { course_id: course.id },
  })
  const lesson = shown.modules[0]?.videos[1]
  expect(lesson?.url).toMatch(/^\/films\/.+\.mp4\?learner=.+&key=/)
  expect(lesson?.film?.chapters).toHaveLength(2)
  // In the browser, which has the cookie that goes with the links.
  await signIn(page, academy, learner, `/course/${course.id}`)
  await expect
    .poll(() => page.evaluate(readCaptions, course.id))
    .toBe('WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nCafé\n')
})

for (const [moment, address, method] of [
  ['was cut off', '**/api/admin/uploads/*', 'PATCH'],
  ['nobody was told the end of', '**/api/admin/films/*', 'GET'],
] as const) {
  test(`an upload that ${moment} goes on when the same file is chosen again`, async ({
    page,
    academy,
    watch,
  }, testInfo) => {
    watch.allow(/ERR_FAILED|ERR_ABORTED/)
    const { admin, course } = await openEditor(page, academy)
    const begun: string[] = []
    page.on('request', (request) => {
      const isBegin = request.method() === 'POST' && request.url().endsWith('/uploads')
      if (isBegin) begun.push(request.url())
    })
    let stopped = 0
    await page.route(address, (route) => {
      if (route.request().method() !== method) return route.continue()
      stopped += 1
      return route.abort()
    })
    const file = testInfo.outputPath('Long.mp4')
    await writeFile(file, await makeFilmFile())
    await openModule(page)
    await page.getByLabel('Upload films').setInputFiles(file)
    await expect(page.getByText(/^Uploading 1 film: \d+%$/)).toBeAttached()
    await expect.poll(() => stopped).toBeGreaterThan(0)
    await expect(page.getByText(/^Saved at /)).toBeVisible()

    await page.reload()
    await page.unroute(address)
    await openModule(page)
    await page.getByLabel('Upload films').setInputFiles(file)

    await expect
      .poll(
        async () => {
          const [module] = (await readDraft(academy, admin, course)).course.modules
          return module?.videos.slice(1).map(({ title, url }) => `${title} ${url.slice(0, 5)}`)
        },
        { timeout: 480_000 },
      )
      .toEqual(['Long film:'])
    expect(begun).toHaveLength(1)
  })
}

test('what is no film is told so, and its lesson goes with it', async ({ page, academy }) => {
  const { admin, course } = await openEditor(page, academy)
  await openModule(page)
  await page
    .getByLabel('Upload films')
    .setInputFiles({ name: 'Text.mp4', mimeType: 'video/mp4', buffer: Buffer.from('No film.') })
  await expect(page.getByRole('alert')).toContainText(/video/)
  await page.getByRole('button', { name: 'Close Text.mp4' }).click()

  await expect(page.getByRole('button', { name: 'Close Text.mp4' })).toHaveCount(0)
  await expect
    .poll(async () => (await readDraft(academy, admin, course)).course.modules[0]?.videos.length)
    .toBe(1)
})

test('a film that was refused is chosen again, and comes into the lesson that waits for it', async ({
  page,
  academy,
  watch,
}, testInfo) => {
  watch.allow(/507/)
  const { admin, course } = await openEditor(page, academy)
  const full = { status: 507, json: { detail: 'There is no room for this film.' } }
  const uploads = '**/api/admin/uploads'
  await page.route(uploads, (route) => route.fulfill(full))
  const file = testInfo.outputPath('Long.mp4')
  await writeFile(file, await makeFilmFile())
  await openModule(page)
  const drop = page.getByLabel('Upload films')
  await drop.setInputFiles(file)
  await expect(page.getByRole('alert')).toContainText('There is no room for this film.')

  await page.unroute(uploads)
  await drop.setInputFiles(file)

  await expect
    .poll(
      async () => {
        const [module] = (await readDraft(academy, admin, course)).course.modules
        return module?.videos.slice(1).map(({ title, url }) => `${title} ${url.slice(0, 5)}`)
      },
      { timeout: 480_000 },
    )
    .toEqual(['Long film:'])
  await expect(page.getByRole('button', { name: 'Close Long.mp4' })).toHaveCount(0)
})

test('a lesson that was there before stays, when the film that was to come into it is none', async ({
  page,
  academy,
}) => {
  await openEditor(page, academy)
  await openModule(page)
  await page.getByRole('button', { name: 'Add lesson', exact: true }).click()
  await page.getByLabel('Lesson title').fill('Text')
  await openModule(page)
  await page
    .getByLabel('Upload films')
    .setInputFiles({ name: 'Text.mp4', mimeType: 'video/mp4', buffer: Buffer.from('No film.') })
  await page.getByRole('button', { name: 'Close Text.mp4' }).click()

  await expect(page.getByRole('button', { name: 'Close Text.mp4' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Text', exact: true })).toBeVisible()
})

async function openEditor(page: Page, academy: Academy) {
  const course = await makeCourse(academy.db, {
    title: newTitle('Own Films'),
    modules: [[shortFilm]],
  })
  const admin = await makeAdmin(academy.db)
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
  return { admin, course }
}

/** On a phone, and after a reload, its panel may be open already. */
async function openModule(page: Page) {
  const drop = page.getByLabel('Upload films')
  const row = page.getByRole('button', { name: /^Module 1/ })
  await expect(drop.or(row).first()).toBeVisible()
  if (!(await drop.isVisible())) await row.click()
}

async function backToOutline(page: Page) {
  const back = page.getByRole('button', { name: '← Outline' })
  if (await back.isVisible()) await back.click()
}

/** In the page: those of the second lesson. */
async function readCaptions(courseId: string): Promise<string> {
  const token = localStorage.getItem('token') ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const course = await (await fetch(`/api/courses/${courseId}`, { headers })).json()
  const [captions] = course.modules[0].videos[1].film.captions
  return (await fetch(captions.url)).text()
}
