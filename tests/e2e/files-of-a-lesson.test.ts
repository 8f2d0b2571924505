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
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const notes = Buffer.from('%PDF-1.7\nTeental in sixteen beats\n')

test('owners take a lesson’s file away, and are told when there is a newer one @phone', async ({
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
  await page.reload()

  await expect(page.getByText('New version')).toBeVisible()
  expect(await listViolations(page)).toEqual([])
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
