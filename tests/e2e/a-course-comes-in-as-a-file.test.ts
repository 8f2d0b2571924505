import { readFile } from 'node:fs/promises'
import { courseDraft } from '../../src/domains/studio/course-input.ts'
import { courseDrafts } from '../../src/domains/studio/server/tables.ts'
import { makeAdmin } from '../support/factories.ts'
import { newTitle } from './support/courses.ts'
import { listViolations } from './support/list-violations.ts'
import { lookAway } from './support/look-away.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const film = 'https://youtu.be/aqz-KE-bpKQ'

test('a spreadsheet is mended row by row, and becomes a draft', async ({ page, academy }) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  const title = newTitle('From a Sheet')
  await page.getByRole('button', { name: 'Import a course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  const choose = dialog.getByLabel('Course file or spreadsheet')

  await choose.setInputFiles(
    fileOf(`${title}.csv`, 'Module;Lesson;Link;Notes\nOne;First;javascript:alert(1);x\nOne;;;x'),
  )

  await expect(dialog.getByRole('alert')).toContainText('One cell needs attention')
  const bad = dialog.getByRole('row').filter({ hasText: 'https://' })
  await expect(bad).toContainText('2')
  await expect(bad).toContainText('link')
  await expect(dialog.getByText('These columns are left out: Notes.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Make the draft' })).toHaveCount(0)
  // As a browser says that the choice of another file was called off.
  await choose.dispatchEvent('cancel', { bubbles: true })
  await expect(bad).toBeVisible()
  expect(await listViolations(page)).toEqual([])

  await choose.setInputFiles(
    fileOf(`${title}.csv`, `Module;Lesson;Link;Notes\nOne;First;${film};x\nOne;Second;;x`),
  )
  await expect(dialog.getByRole('status').last()).toContainText('1 module and 2 lessons are ready.')
  await expect(dialog.getByLabel('Course Title')).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Make the draft' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(/\/admin\/courses\//)
  const drafts = await academy.db.select().from(courseDrafts)
  expect(drafts.map(({ content }) => content.title)).toContain(title)
})

test('the title that is typed for a spreadsheet outlives a while in another tab', async ({
  page,
  academy,
}) => {
  await page.clock.install()
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  await page.getByRole('button', { name: 'Import a course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  await dialog
    .getByLabel('Course file or spreadsheet')
    .setInputFiles(fileOf('x.csv', `Module;Lesson;Link\nOne;First;${film}`))
  await dialog.getByLabel('Course Title').fill('A better title')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await lookAway(page)

  await expect.poll(() => asked.join()).toContain('/api/admin/') // the page asks anew
  expect(asked.join()).not.toContain('import-csv')
  await expect(dialog.getByLabel('Course Title')).toHaveValue('A better title')
})

test('a course is saved as a file and comes in again; a damaged file is told', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  const existing = page.getByRole('listitem').filter({ hasText: 'AI Reels Studio' }).first()
  await existing.getByRole('button', { name: 'View Details' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a course file' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('ai-reels-studio.course.json')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import a course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  const choose = dialog.getByLabel('Course file or spreadsheet')

  await choose.setInputFiles(fileOf('x.json', '{"format": '))
  await expect(dialog.getByRole('alert')).toContainText('damaged')

  const content = { format: 'academy-course', version: 1, course: { trailer: 'javascript:x' } }
  await choose.setInputFiles(fileOf('x.json', JSON.stringify(content)))
  await expect(dialog.getByRole('listitem')).toContainText('In trailer: Please give a web address')

  const course = { ...courseDraft.parse({}), thumbnail: '/covers/not-here.svg' }
  await choose.setInputFiles(fileOf('x.json', JSON.stringify({ ...content, course })))
  await expect(dialog).toContainText('The picture /covers/not-here.svg is not here.')
  await expect(dialog.getByRole('button', { name: 'Go on with the draft' })).toBeVisible()

  const file = JSON.parse(await readFile(await saved.path(), 'utf8')) as {
    course: { title: string }
  }
  file.course.title = newTitle('From a File')
  await choose.setInputFiles(fileOf('x.json', JSON.stringify(file)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(file.course.title)
})

function fileOf(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
}
