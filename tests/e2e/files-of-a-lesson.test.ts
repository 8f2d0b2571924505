import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { videos } from '../../src/domains/catalogue/server/tables.ts'
import { recordReplacements } from '../../src/domains/files/server/replacements.ts'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../support/factories.ts'
import { uploadFile } from '../support/upload.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { readDraft } from './support/drafts.ts'
import { lengthenTimers } from './support/lengthen-timers.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const notes = Buffer.from('%PDF-1.7\nTeental in sixteen beats\n')

test('owners take a lesson’s file away, and are told when there is a newer one', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Sixteen Beats'),
    modules: [[shortFilm]],
  })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await giveFile(academy, course, 'Teental notes.pdf')
  await signIn(page, academy, learner, `/course/${course.id}`)

  const file = page.getByRole('link', { name: /^Teental notes.pdf/ })
  await expect(file).toContainText('0.1 kB')
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe('Teental notes.pdf')
  expect((await readFile(await download.path())).equals(notes)).toBe(true)

  await giveFile(academy, course, 'Teental notes 2.pdf')

  // Of rows that are written past it the academy hears a moment later.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('New version')).toBeVisible({ timeout: 15_000 })
  }).toPass()
  expect(await listViolations(page)).toEqual([])
})

test('a file comes by a fresh link once its own has ended, and is new until then', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const course = await makeCourse(academy.db, { title: newTitle('Late'), modules: [[shortFilm]] })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await giveFile(academy, course, 'Beats.pdf')
  await signIn(page, academy, learner, `/course/${course.id}`)
  const file = page.getByRole('link', { name: /^Beats/ })
  await Promise.all([page.waitForEvent('download'), file.click()])
  await giveFile(academy, course, 'Beats 2.pdf')
  // As the page is for who has sat over it for an hour.
  await page.route(`**/api/courses/${course.id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ body: (await answer.text()).replace(/until=\d+/g, 'until=1750000000') })
  })
  // Of rows that are written past it the academy hears a moment later.
  await expect(async () => {
    await page.reload()
    await expect(file).toContainText('New version', { timeout: 15_000 })
  }).toPass()
  await page.unroute(`**/api/courses/${course.id}`)

  await page.route(`**/api/courses/${course.id}`, (route) => route.abort())
  await file.click()
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible()
  await expect(file).toContainText('New version')
  await page.unroute(`**/api/courses/${course.id}`)
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])

  expect((await readFile(await download.path())).equals(notes)).toBe(true)
  await expect(file).not.toContainText('New version')
  await expect(page.getByText('cannot be reached')).toBeHidden()
})

test('an upload that finds no store says so, and goes on by one tap', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const course = await makeCourse(academy.db, {
    title: newTitle('Away'),
    modules: [[shortFilm]],
  })
  const admin = await makeAdmin(academy.db)
  const detail = 'The place where files are kept cannot be reached right now.'
  await page.route('**/api/admin/uploads/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'storage_unavailable', detail } })
      : route.fallback(),
  )
  await lengthenTimers(page, 10_000) // after which it would go on by itself
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Video 1/ }).click()
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'Beats.pdf', mimeType: 'application/pdf', buffer: notes })

  await expect(page.getByText(`${detail} It goes on by itself.`)).toBeVisible()
  await page.unroute('**/api/admin/uploads/*')
  await page.getByRole('button', { name: 'Go on with Beats.pdf' }).click()

  await expect(page.getByLabel('Name of file 1')).toHaveValue('Beats.pdf')
})

test('a file goes on into its lesson while another part of the editor is shown @phone', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Elsewhere'),
    modules: [[shortFilm]],
  })
  const admin = await makeAdmin(academy.db)
  const { promise: isElsewhere, resolve: sendOn } = Promise.withResolvers<void>()
  await page.route('**/api/admin/uploads/*', async (route) => {
    await isElsewhere
    await route.fallback()
  })
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Video 1/ }).click()
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'Beats.pdf', mimeType: 'application/pdf', buffer: notes })
  await expect(page.getByRole('progressbar', { name: 'Upload of Beats.pdf' })).toBeVisible()

  const back = page.getByRole('button', { name: '← Outline' })
  if (await back.isVisible()) await back.click()
  else await page.getByRole('button', { name: 'Course details' }).click()
  await expect(page.getByLabel('Add files')).toHaveCount(0)
  await expect(page.getByText(/^Uploading 1 file: \d+%$/)).toBeVisible()
  sendOn()

  await expect
    .poll(async () => {
      const [module] = (await readDraft(academy, admin, course)).course.modules
      return module?.videos[0]?.attachments.map(({ name }) => name)
    })
    .toEqual(['Beats.pdf'])
})

/** Puts a file in the place of the one that the lesson had, as a publication does. */
async function giveFile({ db, url }: Academy, course: MadeCourse, filename: string) {
  const admin = await makeAdmin(db)
  const bytes = notes
  const id = await uploadFile({ baseUrl: url }, admin, { courseId: course.id, filename, bytes })
  const [videoId = ''] = course.videoIds
  const after = [{ id, name: filename }]
  const [lesson] = await db.select().from(videos).where(eq(videos.id, videoId))
  await db.update(videos).set({ attachments: after }).where(eq(videos.id, videoId))
  await recordReplacements(db, course.id, {
    before: lesson ? [lesson] : [],
    after: [{ id: videoId, attachments: after }],
  })
}
