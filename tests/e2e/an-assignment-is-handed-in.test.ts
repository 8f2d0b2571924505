import { randomBytes } from 'node:crypto'
import { submissions } from '../../src/domains/assignments/server/tables.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import { makeAssignment } from '../support/assignment-course.ts'
import { grantCourse, makeAdmin, makeLearner, makeStaff } from '../support/factories.ts'
import { makeShortCourse, newTitle } from './support/courses.ts'
import { editDraft } from './support/drafts.ts'
import { holdChange } from './support/hold-change.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)])

test('an assignment is written in the studio, handed in with a file, and marked', async ({
  page,
  academy,
}) => {
  const { db } = academy
  const [course, admin] = [await makeShortCourse(academy), await makeAdmin(db)]
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page
    .getByRole('button', { name: /^Video 1/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add an assignment' }).click()
  await page.getByLabel('Title of the assignment').fill('A reel')
  await page.getByLabel('What is to be done').fill('Cut **one** reel.')
  const due = page.getByLabel('Due after so many days')
  await due.fill('7 days')
  await expect(due).toHaveAccessibleDescription(/Please enter a number\./)
  await due.fill('7')
  await expect(due).not.toHaveAccessibleDescription(/Please enter a number\./)
  const highest = page.getByLabel('Highest mark')
  await highest.press('End')
  for (const key of ['Backspace', 'Backspace']) await page.keyboard.press(key)
  await expect(highest).toHaveValue('')
  await highest.pressSequentially('25')
  await expect(highest).toHaveValue('25')
  await highest.fill('')
  await highest.blur()
  await expect(highest).toHaveValue('10')
  await page.getByLabel('Opens').selectOption({ label: 'So many days after buying' })
  const days = page.getByLabel('Days after buying')
  await days.press('End')
  await page.keyboard.press('Backspace')
  await days.pressSequentially('30')
  await expect(days).toHaveValue('30')
  await page.getByLabel('Opens').selectOption({ label: 'At once' })
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  const revision = await editDraft(academy, admin, course, () => undefined)
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })

  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Assignment', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Here it is.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Here it is.')
  const file = { name: 'My reel.pdf', mimeType: 'application/pdf', buffer: pdf }
  await page.getByLabel('A file').setInputFiles(file)
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')
  await expect(page.getByText('It is handed in; a teacher will answer.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'A new version' })).toHaveValue('')

  const teacher = await makeStaff(db, 'teacher')
  await signIn(page, academy, teacher, '/admin/assignments')
  await page.getByRole('link', { name: `A reel of ${learner.name}` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Save My reel\.pdf/ }).click()
  expect((await download).suggestedFilename()).toBe('My reel.pdf')
  await page.getByLabel('Mark, from 0 to 10').fill('8')
  await page.getByLabel('Words to the learner').fill('Well cut.')
  await page.getByRole('button', { name: 'Send the answer' }).press('Enter')
  await expect(page.getByText('Marked: 8 of 10')).toBeVisible()

  await signIn(page, academy, learner, '/my-courses?tab=assignments')
  await expect(page.getByText('Marked: 8 of 10')).toBeVisible()
  await page.getByRole('link', { name: 'A reel' }).click()
  await expect(page.getByText('Well cut.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hand in' })).toHaveCount(0)
})

test('words outlive what arrives meanwhile: those of a learner who hands in, and those of a teacher', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const { db } = academy
  const title = newTitle('Another reel')
  const [course, admin] = [await makeShortCourse(academy), await makeAdmin(db)]
  const revision = await editDraft(academy, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (lesson) lesson.assignment = makeAssignment({ title })
  })
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
  const [learner, teacher] = [await makeLearner(db), await makeStaff(db, 'teacher')]
  await grantCourse(db, learner, course)
  const params = { course_id: course.id, video_id: course.videoIds[0] ?? '' }

  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Assignment', exact: true }).press('Enter')
  const text = page.getByRole('textbox', { name: /Your answer|A new version/ })
  await text.fill('First.')
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/assignment/submissions', async (route) => {
    await isTyped.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')
  await text.fill('First. And more.')
  isTyped.resolve()
  await expect(page.getByText('It is handed in; a teacher will answer.')).toBeVisible()
  await expect(text).toHaveValue('First. And more.')

  await signIn(page, academy, teacher, '/admin/assignments')
  await page.getByRole('link', { name: `${title} of ${learner.name}` }).click()
  await page.getByLabel('Mark, from 0 to 10').fill('8')
  await page.getByLabel('Words to the learner').fill('Well cut.')
  await academy.as(learner)('POST /courses/:course_id/videos/:video_id/assignment/submissions', {
    params,
    body: { id: newId(), text: 'Second.' },
  })
  await page.getByRole('button', { name: 'Send the answer' }).press('Enter')
  await page.getByRole('button', { name: 'Show how it is now' }).press('Enter')
  await expect(page.getByText('Second.')).toBeVisible()
  const words = page.getByLabel('Words to the learner')
  await expect(words).toHaveValue('Well cut.')
  await page.getByLabel('Mark, from 0 to 10').fill('8')
  const answer = await holdChange(page, '**/api/admin/submissions/*/answers')
  await page.getByRole('button', { name: 'Send the answer' }).press('Enter')
  await answer.isSent
  await words.fill('Well cut. And more.')
  await answer.letGo()
  await expect(page.getByText('Marked: 8 of 10')).toBeVisible()
  await expect(words).toHaveValue('Well cut. And more.')
})

test('a file on its way is handed in once, with its text, while one looks elsewhere; a better one waits', async ({
  page,
  academy,
}) => {
  const { db } = academy
  const [course, admin] = [await makeShortCourse(academy), await makeAdmin(db)]
  const revision = await editDraft(academy, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (lesson) lesson.assignment = makeAssignment({ title: newTitle('A slow reel') })
  })
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}?tool=assignment`)
  const handIn = page.getByRole('button', { name: 'Hand in' })
  const choose = (name: string) =>
    page.getByLabel('A file').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Here it is.')
  await choose('Good.pdf')
  const upload = await holdChange(page, '**/api/uploads')
  await handIn.click()
  await upload.isSent
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).waitFor()
  await page.getByRole('button', { name: 'Assignment', exact: true }).click()
  await expect(page.getByText('Good.pdf, ')).toBeVisible()
  await expect(handIn).toHaveAttribute('aria-busy', 'true')
  await choose('Better.pdf')
  await upload.letGo()

  await expect(page.getByRole('button', { name: /^Save Good\.pdf/ })).toBeVisible()
  await expect(page.getByText('Better.pdf, ')).toBeVisible()
  await expect(handIn).not.toHaveAttribute('aria-busy')
})

test('versions beyond the newest fifty are shown when asked for, to learner and teacher', async ({
  page,
  academy,
}) => {
  const { db } = academy
  const [course, admin] = [await makeShortCourse(academy), await makeAdmin(db)]
  const revision = await editDraft(academy, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (lesson) lesson.assignment = makeAssignment({ title: newTitle('A long reel') })
  })
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
  const [learner, teacher] = [await makeLearner(db), await makeStaff(db, 'teacher')]
  await grantCourse(db, learner, course)
  const of = { learnerId: learner.id, courseId: course.id, videoId: course.videoIds[0] ?? '' }
  const rows = Array.from({ length: 52 }, (_, at) => ({
    ...of,
    id: newId(),
    text: `Try ${52 - at}.`,
    isLatest: at === 0,
    handedInAt: new Date(Date.now() - at * 60_000),
  }))
  await db.insert(submissions).values(rows)
  const readAll = async () => {
    await expect(page.getByText(/^Version 52, handed in/)).toBeVisible()
    await expect(page.getByText('Try 1.', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(page.getByText('Try 1.', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Version 1, handed in/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
    await expect(page.getByText('That is all.')).toBeFocused()
  }

  await signIn(page, academy, learner, `/course/${course.id}?lesson=${of.videoId}&tool=assignment`)
  await readAll()
  await page.getByRole('textbox', { name: 'A new version' }).fill('Try 53.')
  await page.getByRole('button', { name: 'Hand in' }).press('Enter')
  await expect(page.getByText(/^Version 53, handed in/)).toBeVisible()

  await signIn(page, academy, teacher, '/my-courses?tab=details')
  await page.getByLabel('Mails about questions and assignments').selectOption('At once')
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  await signIn(page, academy, teacher, `/admin/assignments?submission=${rows[9]?.id}`)
  await expect(page.getByText(/^Version 53, handed in/)).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(page.getByText(/^Version 1, handed in/)).toBeVisible()
})
