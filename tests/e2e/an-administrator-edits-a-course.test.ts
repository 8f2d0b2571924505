import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { quizQuestion } from '../../src/domains/quizzes/quiz.ts'
import {
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  type Person,
} from '../support/factories.ts'
import { makeQuiz } from '../support/make-quiz.ts'
import { newTitle } from './support/courses.ts'
import { editDraft } from './support/drafts.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const film = '/media/demo/cut-on-the-beat.mp4'

test('what is typed is saved by itself, and is there after a reload', async ({ page, academy }) => {
  const { admin, course } = await openEditor(page, academy)
  await page.getByRole('button', { name: 'Video 1', exact: true }).first().click()
  await page.getByLabel('Lesson title').fill('The first cut')
  await expect(page.getByText(/^Saved at /)).toBeVisible()

  await page.reload()

  await expect(page.getByLabel('Lesson title')).toHaveValue('The first cut')
  const draft = await readDraft(academy, admin, course)
  expect(draft.course.modules?.[0]?.videos?.[0]?.title).toBe('The first cut')
})

test('what was written without a network outlives the tab, is restored and saved after all', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { admin, course } = await openEditor(page, academy)
  await context.setOffline(true)
  await page.getByLabel('Subtitle').fill('Written in the train')
  await expect(page.getByText('Not saved.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  // A page that is closed sends its last words, and may find the network back.
  await page.goto('chrome://crash').catch(() => undefined)
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto(`${academy.url}/admin/courses/${course.id}`)

  await expect(later.getByText(/^Unsaved changes from .+ were restored\.$/)).toBeVisible()
  await expect(later.getByLabel('Subtitle')).toHaveValue('Written in the train')
  await expect(later.getByText(/^Saved at /)).toBeVisible()
  expect((await readDraft(academy, admin, course)).course.subtitle).toBe('Written in the train')
})

test('a save that failed is tried again by itself once the server is back', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  await openEditor(page, academy)
  let isAway = true
  await page.route('**/draft', (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )

  await page.getByLabel('Subtitle').fill('Sent twice')

  await expect(page.getByText('Not saved.').first()).toBeVisible()
  isAway = false
  await expect(page.getByText(/^Saved at /)).toBeVisible({ timeout: 30_000 })
})

test('a field that would be refused says why, and the rest is kept', async ({ page, academy }) => {
  await openEditor(page, academy)
  await page.getByRole('button', { name: 'Video 2', exact: true }).first().click()
  await page.getByLabel('Film link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Course details' }).click()
  await page.getByLabel('Subtitle').fill('Kept')
  await expect(page.getByText('Not saved: 1 field needs attention.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Show the field' }).click()

  await expect(page.getByLabel('Film link')).toBeFocused()
  await expect(page.getByLabel('Film link')).toHaveAccessibleDescription(
    'Please give a web address that begins with https://.',
  )
  await page.getByLabel('Film link').fill(film)
  await expect(page.getByText(/^Saved at /)).toBeVisible()
})

test('whoever leaves while a save is under way publishes the last words, and is told what is not saved', async ({
  page,
  academy,
}) => {
  await openEditor(page, academy)
  await page.route('**/draft', async (route) => {
    if (route.request().method() === 'PUT') await setTimeout(700)
    await route.continue()
  })
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByLabel('Subtitle').fill('First words')
  await saving
  await page.getByLabel('Course title').fill('Last Words')
  await page.getByRole('link', { name: 'History' }).click()

  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible() // the editor has the rest, too
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Last Words')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog).toContainText('Last Words')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Edit this course' }).click()
  await page.getByLabel('Price (₹)').fill('-1')
  await page.getByRole('link', { name: 'See as a learner' }).click()
  await expect(page.getByText(/^What you changed until .+ is only in this browser/)).toBeVisible()
  await page.getByRole('link', { name: 'Open the editor' }).click()
  await expect(page.getByLabel('Price (₹)')).toHaveValue('-1')
})

test('last words that go right behind a save write over nothing that somebody else saved before it', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const { admin, course } = await openEditor(page, academy)
  const { promise: arrived, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/draft', async (route) => {
    await arrived
    await route.continue()
  })
  const nextSave = () => page.waitForRequest((request) => request.method() === 'PUT')
  const saves = [nextSave()]
  await page.getByLabel('Subtitle').fill('First words')
  await saves[0]
  await page.getByLabel('Subtitle').fill('Last words')
  saves.push(nextSave())
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  const [first, behind] = await Promise.all(saves)
  await editDraft(academy, admin, course, (draft) => {
    draft.subtitle = 'Theirs'
  })
  goOn()

  const answers = await Promise.all([first?.response(), behind?.response()])
  expect(answers.map((answer) => answer?.status())).toEqual([409, 409])
  const { course: draft } = await readDraft(academy, admin, course)
  expect(draft.subtitle).toBe('Theirs')
  await expect(page.getByRole('dialog', { name: 'Somebody else has changed' })).toBeVisible()
})

test('two administrators at once see both texts side by side, and nothing is overwritten silently', async ({
  page,
  browser,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const { admin, course } = await openEditor(page, academy)
  const other = await browser.newPage({ baseURL: academy.url })
  await signIn(other, academy, await makeAdmin(academy.db), `/admin/courses/${course.id}`)
  await other.getByLabel('Subtitle').fill('Theirs')
  await other.getByLabel('Language').fill('Hindi')
  await expect(other.getByText(/^Saved at /)).toBeVisible()
  await other.context().close()

  await page.getByLabel('Subtitle').fill('Mine')
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this course' })
  await expect(dialog).toBeVisible()
  const subtitle = dialog.getByRole('group', { name: 'Subtitle' })
  await expect(subtitle).toContainText('Mine')
  await expect(subtitle).toContainText('Theirs')
  expect(await listViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save my choice' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose for the one that is left.')
  await subtitle.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Save my choice' }).click()

  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await expect(page.getByLabel('Language')).toHaveValue('Hindi')
  const draft = await readDraft(academy, admin, course)
  expect(draft.course).toMatchObject({ subtitle: 'Mine', language: 'Hindi' })
})

test('lessons are put in order by keyboard, also into another module, told aloud and undone', async ({
  page,
  academy,
}) => {
  const { admin, course } = await openEditor(page, academy)
  const said = page.getByText(/moved to place/)
  const handle = page.getByRole('button', { name: 'Move lesson Video 1' }).first()
  await handle.focus()

  await page.keyboard.press('ArrowDown')
  await expect(said).toHaveText('Lesson “Video 1” moved to place 2 of Module “Module 1”.')
  await page.keyboard.press('ArrowDown')
  await expect(said).toHaveText('Lesson “Video 1” moved to place 1 of Module “Module 2”.')
  const second = page.getByRole('list', { name: 'Lessons of Module 2' })
  await expect(second.getByRole('button', { name: 'Move lesson Video 1' }).first()).toBeFocused()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move Video 1 to…' })
  expect(await listViolations(page)).toEqual([])
  await dialog.getByLabel('Module').selectOption({ label: '1. Module 1' })
  await dialog.getByLabel('Place').selectOption({ label: 'First' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(said).toHaveText('Lesson “Video 1” moved to place 1 of Module “Module 1”.')
  await expect(handle).toBeFocused()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(second.getByRole('listitem').first()).toContainText('Video 1')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  const draft = await readDraft(academy, admin, course)
  expect(draft.course.modules?.map(({ videos }) => videos?.length)).toEqual([1, 2])
})

test('what is typed after a move by keyboard stays in its field', async ({ page, academy }) => {
  await openEditor(page, academy)
  await page.getByRole('button', { name: 'Video 1', exact: true }).first().click()
  const title = page.getByLabel('Lesson title')
  await expect(title).toHaveValue('Video 1')
  // On a busy machine the next frame comes after the next letter.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.getByRole('button', { name: 'Move lesson Video 1' }).first().press('ArrowDown')
  await expect(page.getByText(/moved to place 2/)).toBeAttached()

  await title.press('End')
  await title.pressSequentially(' anew')

  await expect(title).toHaveValue('Video 1 anew')
  await expect(title).toBeFocused()
})

test('a lesson is dragged by the mouse to another place, and Escape takes a drag back', async ({
  page,
  academy,
}) => {
  await openEditor(page, academy)
  const first = page.getByRole('list', { name: 'Lessons of Module 1' })
  const handle = first.getByRole('button', { name: 'Move lesson Video 1' })

  await drag(page, handle, first.getByRole('button', { name: 'Video 2', exact: true }))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(first.getByRole('listitem').first()).toContainText('Video 1')

  await drag(page, handle, first.getByRole('button', { name: 'Video 2', exact: true }))
  await page.mouse.up()
  await expect(first.getByRole('listitem').first()).toContainText('Video 2')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Ctrl+Z takes back typing and moves alike, and Ctrl+Shift+Z brings them again', async ({
  page,
  academy,
}) => {
  await openEditor(page, academy)
  const title = page.getByLabel('Course title')
  const before = await title.inputValue()
  await page.clock.setFixedTime(Date.now()) // a pause of a second would make two steps of it
  await title.press('End')
  await title.pressSequentially(' anew')
  await page.keyboard.press('Control+z')
  await expect(title).toHaveValue(before)
  await page.keyboard.press('Control+Shift+z')
  await expect(title).toHaveValue(`${before} anew`)
})

test('Ctrl+Z in the chapters of a film stays there, and what was typed outlives another panel', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404.*\/films\//) // there are rows, and no file
  const course = await makeCourse(academy.db, { title: newTitle('Chapters'), modules: [[film]] })
  const url = `film:${await makeFilm(academy.db, course)}`
  const admin = await makeAdmin(academy.db)
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page.getByRole('button', { name: /^Video 1/ }).click()
  await page.getByLabel('Film link').fill(url)
  await page.getByText(/^Chapters \(0\)/).click()
  const chapters = page.getByLabel('List of chapters')
  await chapters.pressSequentially('0:00 Welcom')

  await page.keyboard.press('Control+z')

  await expect(chapters).not.toHaveValue('0:00 Welcom')
  await expect(page.getByLabel('Film link')).toHaveValue(url)
  await chapters.fill('0:00 Welcome')
  await page.getByRole('button', { name: 'Course details' }).click()
  await expect(page.getByLabel('Course title')).toBeVisible()
  await page.getByRole('button', { name: /^Video 1/ }).click()
  await expect(chapters).toHaveValue('0:00 Welcome')
  await page.getByRole('button', { name: 'Save chapters' }).click()
  await expect(page.getByText(/^Chapters \(1\)/)).toBeVisible()

  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/films/*/chapters', async (route) => {
    await held.promise
    await route.continue()
  })
  await chapters.fill('0:00 Welcome\n0:02 The end')
  await page.getByRole('button', { name: 'Save chapters' }).click()
  await chapters.fill('0:00 Welcome\n0:02 The end\n0:04 And more')
  held.resolve()
  await expect(page.getByText(/^Chapters \(2\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Save chapters' }).click()
  await expect(page.getByText(/^Chapters \(3\)/)).toBeVisible()
})

test('whoever brings more questions in a file than a quiz has room for reads how many are left out', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db)
  const admin = await makeAdmin(academy.db)
  const questions = Array.from({ length: 98 }, (_, at) => ({
    ...quizQuestion.parse({ kind: 'true_false', text: `Right ${at}?` }),
    id: `q${at}`,
  }))
  await editDraft(academy, admin, course, ({ modules: [module] }) => {
    const [lesson] = module?.videos ?? []
    if (lesson) lesson.quiz = makeQuiz({ questions })
  })
  await signIn(page, academy, admin, `/admin/courses/${course.id}?lesson=${course.videoIds[0]}`)
  await page.getByText('Questions from a file (GIFT)').click()

  const text = 'One?{T}\n\nTwo?{T}\n\nThree?{T}\n'
  await page
    .getByLabel('File in Moodle’s GIFT format')
    .setInputFiles({ name: 'more.gift', mimeType: 'text/plain', buffer: Buffer.from(text) })

  await expect(
    page.getByText(
      'Added: 2. Could not be read: 0. Left out: 1, as a quiz has at most 100 questions.',
    ),
  ).toBeVisible()
})

test('what is written while a file of questions is being read stays beside them', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db)
  const admin = await makeAdmin(academy.db)
  await editDraft(academy, admin, course, ({ modules: [module] }) => {
    const [lesson] = module?.videos ?? []
    if (lesson) lesson.quiz = makeQuiz({ questions: [] })
  })
  await signIn(page, academy, admin, `/admin/courses/${course.id}?lesson=${course.videoIds[0]}`)
  await page.getByText('Questions from a file (GIFT)').click()
  await page.evaluate(() => {
    const held = Promise.withResolvers<void>()
    File.prototype.text = async function () {
      await held.promise
      return new Response(this).text()
    }
    document.addEventListener('copy', () => held.resolve())
  })
  await page
    .getByLabel('File in Moodle’s GIFT format')
    .setInputFiles({ name: 'one.gift', mimeType: 'text/plain', buffer: Buffer.from('One?{T}\n') })

  await page.getByLabel('Passed from (percent)').fill('55')
  await page.evaluate(() => document.dispatchEvent(new Event('copy')))

  await expect(page.getByText('Added: 1. Could not be read: 0.')).toBeVisible()
  await expect(page.getByLabel('Passed from (percent)')).toHaveValue('55')
})

test('a day stays as it is typed until it is one, and the former day is kept meanwhile', async ({
  page,
  academy,
}) => {
  const { admin, course } = await openEditor(page, academy)
  await page.getByRole('button', { name: 'Video 1', exact: true }).first().click()
  await page.getByLabel('Opens', { exact: true }).selectOption({ label: 'On a day' })
  const day = page.getByLabel('Day', { exact: true })
  await day.fill('2027-01-31')
  // The month comes first in this browser, and there is no 31 February.
  await day.focus()
  await page.keyboard.type('02')
  await expect(page.getByText('Please enter a day.')).toBeVisible()
  await page.keyboard.type('15')

  await expect(day).toHaveValue('2027-02-15')
  await expect(page.getByText('Please enter a day.')).toBeHidden()
  await expect
    .poll(
      async () => (await readDraft(academy, admin, course)).course.modules?.[0]?.videos?.[0]?.opens,
    )
    .toMatchObject({ date: '2027-02-15' })
})

test("a lesson that is paid for shows YouTube's rule, a free one does not", async ({
  page,
  academy,
}) => {
  await openEditor(page, academy)
  await page.getByRole('button', { name: 'Video 1', exact: true }).first().click()
  await page.getByLabel('Film link').fill('https://youtu.be/aqz-KE-bpKQ')
  const rule = page.getByText('YouTube does not allow charging for its player.')
  await expect(rule).toBeVisible()

  await page.getByRole('checkbox', { name: /^Free preview/ }).check()

  await expect(rule).toBeHidden()
})

test.describe('on a phone', { tag: ['@phone', '@phone-only'] }, () => {
  test('outline and lesson follow one another, a new lesson begins in its title, a finger moves one', async ({
    page,
    academy,
  }) => {
    const { admin, course } = await openEditor(page, academy)
    await expect(page.getByLabel('Course title')).toBeHidden()
    const outline = page.getByRole('button', { name: 'Course details' })
    const readTop = () => outline.evaluate((row) => row.getBoundingClientRect().top + scrollY)
    await expect(page.getByText('No changes yet')).toBeVisible()
    const topBefore = await readTop()
    await page.getByRole('button', { name: 'Add lesson to Module 1' }).tap()
    await expect(page.getByLabel('Lesson title')).toBeFocused()
    await page.getByLabel('Lesson title').fill('From a phone')
    await page.getByRole('button', { name: '← Outline' }).tap()
    await expect(page.getByLabel('Lesson title')).toBeHidden()

    const handle = page.getByRole('button', { name: 'Move lesson From a phone' })
    const target = page.getByRole('button', { name: 'Video 1', exact: true }).first()
    await dragByFinger(page, handle, target)

    const first = page.getByRole('list', { name: 'Lessons of Module 1' })
    await expect(first.getByRole('listitem').first()).toContainText('From a phone')
    await expect(page.getByText(/^Saved at /)).toBeVisible()
    expect(await readTop()).toBe(topBefore)
    const draft = await readDraft(academy, admin, course)
    expect(draft.course.modules?.[0]?.videos?.[0]?.title).toBe('From a phone')
    expect(await listViolations(page)).toEqual([])
  })
})

async function openEditor(
  page: Page,
  academy: Academy,
): Promise<{ admin: Person; course: MadeCourse }> {
  const course = await makeCourse(academy.db, {
    title: newTitle('Under the Pen'),
    modules: [[film, film], [film]],
    duration: '',
  })
  const admin = await makeAdmin(academy.db)
  await signIn(page, academy, admin, `/admin/courses/${course.id}`)
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
  return { admin, course }
}

function readDraft(academy: Academy, admin: Person, course: MadeCourse) {
  return academy.as(admin)('GET /admin/courses/:id/draft', {
    params: { id: course.id },
  })
}

type Place = ReturnType<Page['getByRole']>

/** Presses and holds; the caller lets go. Lands in the lower half of the target. */
async function drag(page: Page, from: Place, to: Place): Promise<void> {
  const [start, end] = [await centreOf(from), await centreOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y + 10)
  await page.mouse.move(end.x, end.y + 12, { steps: 4 })
}

/** As the browser reports a finger; lands in the upper half of the target. */
async function dragByFinger(page: Page, from: Place, to: Place): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await centreOf(from), await centreOf(to)]
  const devtools = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [start])
  await touch('touchMove', [{ x: start.x, y: start.y - 20 }])
  await touch('touchMove', [{ x: end.x, y: end.y - 12 }])
  await touch('touchEnd', [])
}

async function centreOf(place: Place): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
