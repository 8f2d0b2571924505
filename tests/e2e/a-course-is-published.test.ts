import type { Page, Route } from '@playwright/test'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeLearner,
  type Person,
} from '../support/factories.ts'
import { makeShortCourse, newTitle } from './support/courses.ts'
import { draftLesson, editDraft, readDraft } from './support/drafts.ts'
import { lookAway } from './support/look-away.ts'
import { signIn } from './support/people.ts'
import type { Academy } from './support/test.ts'
import { expect, test } from './support/test.ts'

test('an administrator publishes a draft after reading what changes for whom, and a learner sees it', async ({
  page,
  browser,
  academy,
}) => {
  const { db } = academy
  const admin = await makeAdmin(db)
  const course = await makeShortCourse(academy)
  const graduate = await makeLearner(db)
  await completeCourse(db, graduate, course)
  await grantCourse(db, await makeLearner(db), course)
  await editDraft(academy, admin, course, (draft) => {
    draft.modules[0]!.videos[0]!.title = 'Cut slower'
    draft.modules[0]!.videos.push(draftLesson('Cut faster'))
  })
  await signIn(page, academy, admin, historyOf(course))

  await page.getByRole('button', { name: 'Publish…' }).click()

  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('New lesson “Cut faster” in “Module 1”.')
  await expect(dialog).toContainText('“Video 1” is now called “Cut slower”.')
  await expect(dialog).toContainText('2 people have it: 1 has completed it, 1 has not begun.')
  await expect(dialog).toContainText('The added lessons are marked as new for them.')
  await expect(dialog.getByRole('radio', { name: 'On sale' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toContainText('The course is published.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('2 changes: 1 added, 1 renamed')).toBeVisible()
  const learner = await browser.newPage({ baseURL: academy.url })
  await signIn(learner, academy, graduate, `/course/${course.id}`)
  await expect(learner.getByRole('complementary').getByText('Cut faster')).toBeVisible()
  await expect(learner.getByText('You have completed this course.')).toBeVisible()
  await learner.getByText('What happens when this course changes?').click()
  await expect(learner.getByText(/your certificate stays good/)).toBeVisible()
  await learner.context().close()
})

test('a course is published at a time in India, and that is taken back', async ({
  page,
  academy,
}) => {
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  await editDraft(academy, admin, course, (draft) => {
    draft.title = newTitle('For Tomorrow')
  })
  await signIn(page, academy, admin, historyOf(course))
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })

  await dialog.getByRole('radio', { name: 'At a date and time' }).check()
  await dialog.getByLabel('Date and time', { exact: true }).fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Publish at this time' }).click()

  await expect(dialog).toContainText('This time is over. Please choose a later one.')
  const sending = page.waitForRequest('**/publish')
  await dialog.getByLabel('Date and time', { exact: true }).fill('2031-05-06T09:30')
  await dialog.getByRole('button', { name: 'Publish at this time' }).click()
  expect((await sending).postDataJSON()).toMatchObject({ publish_at: '2031-05-06T09:30:00+05:30' })
  await expect(dialog).toContainText('It is published at 06 May 2031, 09:30 am')
  await page.keyboard.press('Escape')
  await page.goto('/admin')
  const card = page.getByRole('listitem').filter({ hasText: course.title })
  await expect(card).toContainText('Unpublished changes · To be published at 06 May 2031, 09:30 am')
  await card.getByRole('link', { name: /To be published/ }).click()
  await page.getByRole('button', { name: 'Take back' }).first().click()
  await expect(page.getByText('It is published at')).toHaveCount(0)
  expect((await readDraft(academy, admin, course)).publish_at).toBeNull()
})

test('a draft that is not whole says what is missing, and a stale one is looked at again', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400|409/)
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  await editDraft(academy, admin, course, (draft) => {
    draft.price = null
    draft.modules[0]!.videos.push({ ...draftLesson(''), url: '' })
  })
  await signIn(page, academy, admin, historyOf(course))

  await page.getByRole('button', { name: 'Publish…' }).click()

  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('Before it can be published, 3 fields must be filled in.')
  await expect(dialog.getByRole('listitem')).toContainText([
    'The course’s price',
    'Module 1, lesson 2: title',
    'Module 1, lesson 2: link',
  ])
  await page.keyboard.press('Escape')
  await editDraft(academy, admin, course, (draft) => {
    draft.price = 999
    draft.modules[0]!.videos.pop()
  })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(dialog).toContainText('The price changes from ₹4,999 to ₹999.')
  await editDraft(academy, admin, course, (draft) => {
    draft.price = 998
  })
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog).toContainText('Somebody has saved this course meanwhile.')
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(dialog).toContainText('The price changes from ₹4,999 to ₹998.')
})

test('an earlier publication is taken back as the draft, and the state is changed', async ({
  page,
  academy,
}) => {
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  for (const title of ['First Words', 'Second Words']) {
    await editDraft(academy, admin, course, (draft) => {
      draft.title = newTitle(title)
    })
    await publishByDialog(page, academy, admin, course)
  }
  const first = page.getByRole('listitem').filter({ hasText: 'Publication 2,' })
  await expect(page.getByText('Publication 1, as it stood before the first draft')).toBeVisible()
  await expect(first).toContainText(admin.name)

  await first.getByRole('button', { name: 'Take back as draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back as draft' }).click()

  await expect(page.getByText(/^The draft is now what was published on/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('First Words')
  const { course: content } = await readDraft(academy, admin, course)
  expect(content.title).toContain('First Words')
  await page.getByRole('button', { name: 'Change state…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can find and buy it?' })
  await dialog.getByRole('radio', { name: 'Off sale' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The course is now off sale.')).toBeVisible()
  const seen = await page.request.get(`${academy.url}/api/courses/${course.id}`)
  expect(seen.status()).toBe(404)
})

test('what is chosen for a publication stays while a file comes in and while the academy is away', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const course = await makeShortCourse(academy)
  await page.clock.install()
  await signIn(page, academy, await makeAdmin(academy.db), `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Video 1/ }).click()
  const arriving = Promise.withResolvers<void>()
  await page.route('**/api/admin/uploads', (route) => holdUntil(arriving.promise, route))
  const buffer = Buffer.from('%PDF-1.7\nBeats\n')
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'Beats.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('radio', { name: 'Unlisted' }).check()
  await dialog.getByRole('radio', { name: 'At a date and time' }).check()
  const time = dialog.getByLabel('Date and time', { exact: true })
  await time.fill('2031-05-06T09:30')

  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  arriving.resolve()
  await saved
  await expect(dialog).toContainText('The files of “Video 1” change.')
  await expect(time).toHaveValue('2031-05-06T09:30')
  await expect(dialog.getByRole('radio', { name: 'Unlisted' })).toBeChecked()

  await page.route('**/draft', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await lookAway(page)
  await failed
  await page.clock.fastForward(10_000) // all its tries
  await expect(time).toHaveValue('2031-05-06T09:30')
})

test('a late answer about a course closes nothing else, and a history that is open stays', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  await editDraft(academy, admin, course, (draft) => {
    draft.title = newTitle('Twice')
  })
  await page.clock.install()
  await publishByDialog(page, academy, admin, course)
  const ask = page.getByRole('button', { name: 'Take back as draft' })
  const restoring = Promise.withResolvers<void>()
  await page.route('**/restore', (route) => holdUntil(restoring.promise, route))
  await ask.first().click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Take back as draft' }).click()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await ask.last().click()
  restoring.resolve()
  await expect(page.getByText(/^The draft is now what was published on/)).toBeVisible()
  await expect(asked.getByRole('button', { name: 'Take back as draft' })).not.toHaveAttribute(
    'aria-busy',
  )
  await expect(asked).toBeVisible()
  await page.route('**/publications', (route) => route.fulfill({ status: 503, json: {} }))
  const refused = page.waitForResponse('**/publications')
  await lookAway(page)
  await refused
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()

  const changing = Promise.withResolvers<void>()
  await page.route('**/state', (route) => holdUntil(changing.promise, route))
  await page.getByRole('button', { name: 'Change state…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can find and buy it?' })
  await dialog.getByRole('radio', { name: 'Off sale' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('radio', { name: 'Unlisted' }).check()
  changing.resolve()
  await expect(page.getByText('The course is now off sale.')).toBeAttached()
  await expect(dialog.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
})

test('a dialog whose script is lost opens at a later press, and the editor stays', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeAdmin(academy.db), `/admin/courses/${course.id}`)
  await page.route('**/assets/publish-dialog*', (route) => route.abort())
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('alert')).toContainText('Part of this page did not arrive.')
  await page.unroute('**/assets/publish-dialog*')

  await page.getByRole('button', { name: 'Publish…' }).click()

  await expect(page.getByRole('dialog', { name: 'Publish' })).toContainText('What changes')
})

test('a draft is seen as a learner will see it, and nothing of that counts', async ({
  page,
  academy,
}) => {
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  await editDraft(academy, admin, course, (draft) => {
    draft.title = 'Only a Draft'
    draft.modules[0]!.videos.push(draftLesson('Hidden so far'))
  })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await signIn(page, academy, admin, `/admin/courses/${course.id}/preview`)

  await expect(page.getByText('This is the draft. Nothing you do here counts.')).toBeVisible()
  await expect(page).toHaveTitle(/^See as a Learner/)
  await expect(page.getByRole('heading', { level: 1, name: 'Only a Draft' })).toBeVisible()
  await expect(page.getByText('Hidden so far')).toBeVisible()
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByText('This is a preview: nothing can be bought here.')).toBeVisible()
  await page.getByRole('link', { name: 'As an owner' }).click()
  await page
    .getByRole('button', { name: /^2\.? ?Hidden so far|Hidden so far/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Play video: Hidden so far' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.goto(`/hi/admin/courses/${course.id}/preview`)
  await page.getByRole('button', { name: 'अभी खरीदें' }).click()
  await expect(page.getByText('This is a preview: nothing can be bought here.')).toBeVisible()
  expect(writes).toEqual([])
  const seen = await academy.as(null)('GET /courses/:course_id', {
    params: { course_id: course.id },
  })
  expect(JSON.stringify(seen)).not.toContain('Hidden so far')
})

test('the grid leads to new drafts and copies, and says how a course stands', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404/)
  const admin = await makeAdmin(academy.db)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, admin, '/admin')
  const card = page.getByRole('listitem').filter({ hasText: course.title })
  await expect(card.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/courses/${course.id}`,
  )

  await card.getByRole('button', { name: 'Copy' }).click()

  await expect(page).toHaveURL(/\/admin\/courses\/copy-of-/)
  await page.goto('/admin')
  const copy = page
    .getByRole('region', { name: 'Existing Courses' })
    .getByRole('listitem')
    .filter({ hasText: `Copy of ${course.title}` })
  await expect(copy).toContainText('Draft')
  const onSale = await academy.as(null)('GET /courses', {})
  expect(onSale.map(({ title }) => title)).not.toContain(`Copy of ${course.title}`)
  await copy.getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog', { name: `Copy of ${course.title}` })).toContainText(
    'Video 1',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New draft' }).click()
  await expect(page).toHaveURL(/\/admin\/courses\/[^/]+$/)
  await page.goto('/admin')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Untitled course' }).first(),
  ).toContainText('No price yet')
})

function historyOf({ id }: { id: string }): string {
  return `/admin/courses/${id}/history`
}

async function holdUntil(moment: Promise<void>, route: Route): Promise<void> {
  await moment
  await route.fallback()
}

async function publishByDialog(
  page: Page,
  academy: Academy,
  admin: Person,
  course: MadeCourse,
): Promise<void> {
  await signIn(page, academy, admin, historyOf(course))
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('The course is published.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
}
