import type { Page } from '@playwright/test'
import {
  grantCourse,
  type MadeCourse,
  makeCourse,
  makeLearner,
  type Person,
} from '../support/factories.ts'
import { newTitle, replaceFilm, shortFilm } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

async function openClassroom(page: Page, academy: Academy, ...links: string[]) {
  const course = await makeCourse(academy.db, { title: newTitle('Notes'), modules: [links] })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  return { course, learner }
}

const readTexts = async (academy: Academy, learner: Person) => {
  const { notes } = await academy.as(learner)('GET /my-notes', {})
  return notes.map(({ text }) => text).sort()
}
const writeNote = (
  academy: Academy,
  learner: Person,
  course: MadeCourse,
  text: string,
  at: number,
  lesson = 0,
) =>
  academy.as(learner)('PUT /my-notes/:id', {
    params: { id: crypto.randomUUID() },
    body: {
      course_id: course.id,
      video_id: course.videoIds[lesson] ?? '',
      film: 1,
      at_second: at,
      text,
      revision: crypto.randomUUID(),
      seen: [],
      base: '',
    },
  })
const readAt = (page: Page) =>
  page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
const field = (page: Page) => page.getByLabel(/^Note at /)
const panel = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true })

test('n stops the film, what is typed outlives a reload, and a click plays its second', async ({
  page,
  academy,
}) => {
  const { learner } = await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(() => readAt(page)).toBeGreaterThan(1.2)
  await page.keyboard.press('n')
  await expect(field(page)).toBeFocused()
  expect(await page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)).toBe(true)
  const label = await field(page)
    .getAttribute('id')
    .then((id) => page.locator(`label[for="${id}"]`).textContent())
  expect(label).toMatch(/^Note at 0:(0[1-9]|1\d)$/)

  await page.keyboard.type('Cut on the b')
  await page.reload()
  await expect(field(page)).toHaveValue('Cut on the b')
  await field(page).press('End')
  await page.keyboard.type('eat')
  await page.keyboard.press('Escape')

  await expect(panel(page).getByText('Cut on the beat')).toBeVisible()
  await expect.poll(() => readTexts(academy, learner)).toEqual(['Cut on the beat'])
  await panel(page)
    .getByRole('button', { name: /^Play at / })
    .click()
  await expect.poll(() => readAt(page)).toBeGreaterThan(0.9)
})

test('the film goes on while somebody writes who wishes so, and that is kept', async ({
  page,
  academy,
}) => {
  await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByLabel('The film goes on while I write').check()
  await page.reload()
  await expect(page.getByLabel('The film goes on while I write')).toBeChecked()
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(() => readAt(page)).toBeGreaterThan(0.2)
  await page.getByRole('button', { name: 'Write a note' }).click()
  await expect(field(page)).toBeFocused()

  expect(await page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)).toBe(false)
})

test('what two devices write into one note while one is offline is there on both', async ({
  page,
  academy,
  browser,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|my-notes/)
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).click()
  await field(page).fill('As it was')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  const elsewhere = await browser.newPage({ baseURL: academy.url })
  await signIn(elsewhere, academy, learner, `/course/${course.id}?tool=notes`)
  await elsewhere.getByRole('button', { name: /^Edit/ }).click()

  await page.context().setOffline(true)
  await panel(page).getByRole('button', { name: /^Edit/ }).click()
  await field(page).fill('As it was here')
  await expect(page.getByText(/^Kept on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(panel(page).getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Write a note' }).click()
  await field(page).fill('Another, offline')
  await page.getByRole('button', { name: 'Done' }).click()

  await field(elsewhere).fill('As it was there')
  await elsewhere.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => readTexts(academy, learner)).toEqual(['As it was there'])

  await page.context().setOffline(false)
  await expect
    .poll(() => readTexts(academy, learner))
    .toEqual(['Another, offline', 'As it was here', 'As it was there'])
  await expect(panel(page).getByText('As it was there')).toBeVisible()
  await expect(panel(page).getByText('Another version, from another device')).toBeVisible()
  await expect(panel(page).getByText('Not saved yet')).toHaveCount(0)
  await elsewhere.context().close()
})

test('a note that waits is sent from whatever page comes next, and a deleted one is gone', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/my-notes/)
  const { learner } = await openClassroom(page, academy, shortFilm)
  await page.route('**/api/my-notes/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).click()
  await field(page).fill('It waits')
  await expect(page.getByText(/^Kept on this device/)).toBeVisible()
  await page.unroute('**/api/my-notes/*')
  await page.goto('/about')
  await expect.poll(() => readTexts(academy, learner)).toEqual(['It waits'])

  await page.goBack()
  const done = page.getByRole('button', { name: 'Done' })
  await expect(done.or(panel(page).getByRole('button', { name: /^Delete/ }))).toBeVisible()
  if (await done.isVisible()) await done.click()
  await panel(page)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => readTexts(academy, learner)).toEqual([])
})

test('a note stands in the list of what is said, and leads there', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404.*\/films\//) // there are words, and no file
  const course = await makeCourse(academy.db, { title: newTitle('Spoken'), modules: [[shortFilm]] })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await page.route(/\/api\/courses\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const shown = await response.json()
    const [video] = shown.modules[0].videos
    const size = { name: '480p', height: 480, bits_per_second: 900_000, size_in_bytes: 2_000_000 }
    video.film = {
      duration_in_seconds: 17,
      poster: null,
      renditions: [{ ...size, url: video.url }],
      captions: [{ language: 'en', label: 'English', url: '/words.vtt' }],
      chapters: [],
      sprite: null,
    }
    await route.fulfill({ response, json: shown })
  })
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nFirst words\n\n00:08.000 --> 00:09.000\nLast words\n'
  await page.route('**/words.vtt', (route) =>
    route.fulfill({ body: vtt, contentType: 'text/vtt; charset=utf-8' }),
  )
  await writeNote(academy, learner, course, 'In between', 5)
  await signIn(page, academy, learner, `/course/${course.id}?tool=notes`)
  await expect(panel(page).getByText('In between')).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^Play at / })
    .click()
  // Nobody had opened the player.
  await expect.poll(() => readAt(page)).toBeGreaterThanOrEqual(5)
  await page.getByRole('button', { name: /^Transcript/ }).click()
  const lines = page.getByRole('region', { name: 'Transcript' }).getByRole('listitem')
  await expect(lines).toHaveText([/First words/, /NoteIn between/, /Last words/])
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(lines).toHaveText([/First words/, /Last words/])
})

test('a place plays in a provider’s player, too, be it open or not', async ({
  page,
  academy,
  watch,
}) => {
  const frame = 'https://www.youtube-nocookie.com'
  watch.allowOutside(frame)
  const script = `addEventListener('message', ({ data }) => {
    const asked = JSON.parse(data)
    if (asked.event === 'listening') parent.postMessage(JSON.stringify({ event: 'onReady' }), '*')
    else document.body.append(asked.func + ' ' + asked.args + '; ')
  })`
  await page.route(`${frame}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<body><script>${script}</script>` }),
  )
  const { course, learner } = await openClassroom(page, academy, 'https://youtu.be/aqz-KE-bpKQ')
  for (const at of [5, 9]) await writeNote(academy, learner, course, `At ${at}`, at)
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Play at 5 seconds' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('src', /[?&]start=5\b/)
  const told = page.frameLocator('iframe').locator('body')
  await expect(told).toContainText('addEventListener onError')
  await panel(page).getByRole('button', { name: 'Play at 9 seconds' }).click()
  await expect(told).toContainText('seekTo 9,true; playVideo')

  const list = page.getByRole('region', { name: 'In this film' })
  await list.getByRole('button', { name: /^In this film/ }).click()
  await expect(list.getByRole('listitem')).toHaveText([/NoteAt 5/, /NoteAt 9/])
  await list.getByRole('button', { name: /At 5$/ }).click()
  await expect(told).toContainText('seekTo 5,true')
})

test('a note beside a film that was replaced while it plays is of the film that was seen', async ({
  page,
  academy,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await writeNote(academy, learner, course, 'Before', 1)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(() => readAt(page)).toBeGreaterThan(0.2)
  await replaceFilm(academy, course)
  const progress = page.waitForResponse((answer) =>
    answer.url().endsWith(`/courses/${course.id}/progress`),
  )
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await progress

  await page.keyboard.press('n')
  await expect(panel(page).getByText('Before')).toBeVisible()
  await field(page).fill('Meanwhile')
  await page.getByRole('button', { name: 'Done' }).click()

  await expect(panel(page).getByRole('button', { name: /^Play at / })).toHaveCount(2)
  await expect.poll(() => readTexts(academy, learner)).toEqual(['Before', 'Meanwhile'])
  const { notes } = await academy.as(learner)('GET /my-notes', {})
  expect(notes.map(({ film }) => film)).toEqual([1, 1])
  await page.reload()
  await expect(panel(page).getByText('From an earlier film')).toHaveCount(2)
})

test('all notes are found by their words, lead to their second, and come as Markdown', async ({
  page,
  academy,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm, shortFilm)
  await writeNote(academy, learner, course, 'The left hand', 3, 1)
  await writeNote(academy, learner, course, 'The right hand', 4, 1)
  await page.goto('/my-courses')
  await page.getByRole('link', { name: 'Your notes' }).click()
  await expect(page.getByText('The right hand')).toBeVisible()
  await page.getByLabel('Search your notes').fill('left')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('The right hand')).toHaveCount(0)
  await expect(page.getByText('Nobody says these words in your courses.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save all as Markdown' }).click()
  expect((await saved).suggestedFilename()).toBe('notes.md')

  await page.getByRole('link', { name: /^Video 2 / }).click()
  await expect.poll(() => readAt(page)).toBeGreaterThanOrEqual(3)
  await expect(panel(page).getByText('The left hand')).toBeVisible()
})

test('the field of the search says for what the hits are, also on the way back', async ({
  page,
  academy,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  for (const text of ['The rhythm', 'The colour'])
    await writeNote(academy, learner, course, text, 1)
  await page.goto('/my-courses?tab=notes')
  const words = page.getByRole('searchbox')
  const hits = page.getByRole('region', { name: 'Your notes' }).getByRole('listitem')
  for (const typed of ['rhythm', 'colour']) {
    await words.fill(typed)
    await words.press('Enter')
    await expect(hits).toHaveText([new RegExp(`The ${typed}`)])
  }

  await page.goBack()

  await expect(page).toHaveURL('/my-courses?tab=notes&q=rhythm')
  await expect(words).toHaveValue('rhythm')
  await expect(hits).toHaveText([/The rhythm/])
})

test('what is typed on while a search is on its way stays in its field', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeLearner(academy.db), '/my-courses?tab=notes')
  const words = page.getByRole('searchbox')
  await words.fill('rhythm')
  await words.evaluate((field: HTMLInputElement) => {
    const push = history.pushState.bind(history)
    history.pushState = (...given) => {
      push(...given)
      document.execCommand('insertText', false, ' and') // before anything is drawn of the search
    }
    field.form?.requestSubmit()
  })

  await expect(page.getByText('None of your notes has these words.')).toBeVisible()
  await expect(words).toHaveValue('rhythm and')
})

test('all notes are printed, also those that were not shown yet', async ({ page, academy }) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await Promise.all(
    Array.from({ length: 51 }, (_, at) => writeNote(academy, learner, course, `Note ${at}.`, at)),
  )
  await page.addInitScript(() => {
    window.print = () => {
      document.title = `Printed: ${document.querySelectorAll('main ul > li').length}`
    }
  })
  await page.goto('/my-courses?tab=notes')

  await page.getByRole('button', { name: 'Print' }).click()

  await expect(page).toHaveTitle('Printed: 51')
})
