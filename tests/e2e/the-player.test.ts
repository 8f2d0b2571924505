import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { grantCourse, makeCourse, makeLearner } from '../support/factories.ts'
import { newTitle, replaceFilm, shortFilm } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

async function openClassroom(page: Page, academy: Academy, ...links: string[]) {
  const course = await makeCourse(academy.db, { title: newTitle('Player'), modules: [links] })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  return { course, learner }
}

/** In the document, wherever the page has been scrolled to. */
const boxOf = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom, width, height } = shown.getBoundingClientRect()
    return { top: top + window.scrollY, bottom: bottom + window.scrollY, width, height }
  })
const video = (page: Page) => page.locator('video')
const readVideo = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    at: element.currentTime,
    isPaused: element.paused,
    speed: element.playbackRate,
  }))

/** Where the film began to play, after what a busy page let through of its beginning; null: it has not. */
const readBegin = (page: Page) =>
  video(page).evaluate(({ played }: HTMLVideoElement) =>
    played.length > 0 ? played.start(played.length - 1) : null,
  )

test('who was led to a second goes on where they stopped once they load the page anew', async ({
  page,
  academy,
}) => {
  const { course } = await openClassroom(page, academy, shortFilm)
  const path = `/course/${course.id}?lesson=${course.videoIds[0]}`
  await page.goto(`${path}&t=5`)
  await expect.poll(() => readBegin(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
  await expect(page).toHaveURL(new RegExp(`lesson=${course.videoIds[0]}$`))
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = 9
    element.playbackRate = 0.25 // who stops near the end begins anew
  })
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(9)
  const told = page.waitForResponse((answer) => {
    const sent = answer.request().method() === 'PUT' ? answer.request().postDataJSON() : null
    return (sent as { position?: number } | null)?.position !== undefined && sent.position >= 9
  })
  await page.keyboard.press('k')
  await told

  await page.reload()
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect.poll(() => readBegin(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(9)
})

for (const [name, link, frame] of [
  ['YouTube', 'https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com'],
  ['Vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com'],
] as const) {
  test(`nothing of ${name} is loaded before its video is asked for`, async ({
    page,
    academy,
    watch,
  }) => {
    await page.route(`${frame}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' }),
    )
    await openClassroom(page, academy, link)
    const play = page.getByRole('button', { name: 'Play video: Video 1' })
    await expect(play).toBeVisible()
    expect(watch.outside()).toEqual([])

    watch.allowOutside(frame)
    await play.click()

    await expect(page.locator(`iframe[src^="${frame}/"]`)).toBeVisible()
    await expect
      .poll(() => [...new Set(watch.outside().map((address) => new URL(address).origin))])
      .toEqual([frame])
  })
}

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('YouTube’s player has the height it must have, and the list of keys stands below it', async ({
    page,
    academy,
    watch,
  }) => {
    const frame = 'https://www.youtube-nocookie.com'
    watch.allowOutside(frame)
    await page.route(`${frame}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' }),
    )
    await openClassroom(page, academy, 'https://youtu.be/aqz-KE-bpKQ')
    const play = page.getByRole('button', { name: 'Play video: Video 1' })
    await expect(play).toBeVisible()
    const { width, height } = await boxOf(play)
    await play.click()
    const shell = page.getByRole('region', { name: 'Video: Video 1' })
    const film = page.locator('iframe')
    await expect(film).toBeVisible()
    expect(await boxOf(shell)).toMatchObject({ width, height })
    expect((await boxOf(film)).height).toBeGreaterThanOrEqual(200)

    await shell.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect(list).not.toContainText('Louder')
    await expect
      .poll(async () => (await boxOf(list)).top - (await boxOf(film)).bottom)
      .toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(shell).toBeFocused()
  })
})

test('an address that plays nothing is called an invalid video', async ({ page, academy }) => {
  await openClassroom(page, academy, 'https://videos.example/page.html')

  await expect(page.getByText('Invalid video URL')).toBeVisible()
})

test('a film that another server gives over http plays where the academy has no https', async ({
  page,
  academy,
}) => {
  const film = await readFile(join(import.meta.dirname, '../../seed', shortFilm))
  const other = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await openClassroom(page, academy, `http://127.0.0.1:${port}/lesson.mp4`)

  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect
    .poll(async () => (await readVideo(page)).at, { timeout: 30_000 })
    .toBeGreaterThan(0.2)
  other.closeAllConnections()
  other.close()
})

test('is steered by the keyboard: space, arrows, digits, m, c, <, > and ?', async ({
  page,
  academy,
}) => {
  await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
  const shell = page.getByRole('region', { name: 'Video: Video 1' })

  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const before = await readVideo(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(before.at + 4)
  await page.keyboard.press('>')
  await expect(shell.getByLabel('Speed')).toHaveValue('1.25')
  expect((await readVideo(page)).speed).toBe(1.25)
  await page.keyboard.press('<')
  await expect(shell.getByLabel('Speed')).toHaveValue('1')
  await page.keyboard.press('5')
  await expect.poll(async () => Math.round((await readVideo(page)).at)).toBe(9)
  await page.keyboard.press('ArrowDown')
  await expect(shell.getByLabel('Volume')).toHaveValue('0.9')
  await page.keyboard.press('m')
  await expect(shell.getByRole('button', { name: 'Sound on' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(shell.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shell.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(shell.getByRole('button', { name: 'Captions' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Space')

  await expect.poll(async () => (await readVideo(page)).isPaused).toBe(false)
})

test('hears of each press of the keyboard, also of those that come in one moment', async ({
  page,
  academy,
}) => {
  await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).press('Enter')
  const shell = page.getByRole('region', { name: 'Video: Video 1' })
  /** Each is an event of its own, and what the media tells comes after the last. */
  const pressAtOnce = (keys: string) =>
    shell.evaluate(async (element, each) => {
      for (const key of each) {
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await Promise.resolve()
      }
    }, keys)
  const button = (name: string) => shell.getByRole('button', { name, exact: true })
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(0.2)

  await pressAtOnce('kkk')
  await expect(button('Play')).toBeVisible()
  await expect.poll(async () => (await readVideo(page)).isPaused).toBe(true)
  await pressAtOnce('mm>>')
  await expect(shell.getByLabel('Speed')).toHaveValue('1.5')
  await expect(button('Mute')).toBeVisible()
  await pressAtOnce('kk')
  await expect(button('Play')).toBeVisible()
  expect((await readVideo(page)).isPaused).toBe(true)
  await pressAtOnce('kkk')
  await expect(button('Pause')).toBeVisible()
  await expect.poll(async () => (await readVideo(page)).isPaused).toBe(false)
})

test('is seen whole on a phone on its side', async ({ page, academy }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  const shell = page.getByRole('region', { name: 'Video: Video 1' })
  await expect(shell).toBeInViewport({ ratio: 1 })
})

test('goes on where the learner stopped, also in another browser', async ({
  page,
  academy,
  browser,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Pause' }).click()
  const { at } = await readVideo(page)
  await expect.poll(() => readPosition(academy, learner, course)).toBeCloseTo(at, 0)

  const elsewhere = await browser.newPage({ baseURL: academy.url })
  await signIn(elsewhere, academy, learner, `/course/${course.id}`)
  await elsewhere.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect.poll(() => readBegin(elsewhere)).toBeGreaterThanOrEqual(at - 1)
  await elsewhere.context().close()
})

test('goes on where another device has played while the page was open', async ({
  page,
  academy,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm, shortFilm)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
  await academy.as(learner)('PUT /courses/:course_id/videos/:video_id/progress', {
    params: { course_id: course.id, video_id: course.videoIds[1] ?? '' },
    body: { position: 9, duration: 17, played: [[0, 4]] },
  })
  const bar = page.getByRole('progressbar', { name: 'Progress' }).first()
  await expect(bar).toHaveAttribute('aria-valuenow', '0')

  // As when somebody comes back to the page.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(bar).not.toHaveAttribute('aria-valuenow', '0')
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await page.getByRole('button', { name: 'Play video: Video 2' }).click()

  await expect.poll(() => readBegin(page)).toBeGreaterThanOrEqual(8)
})

test('dragging to the end completes nothing', async ({ page, academy }) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(0.2)

  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 1.5
  })

  await expect(page.getByText('That was the last lesson.')).toBeVisible()
  const progress = await academy.as(learner)('GET /courses/:course_id/progress', {
    params: { course_id: course.id },
  })
  expect(progress.completed).toBe(false)
  expect(progress.progress).toBeLessThan(50)
})

test('offers the next lesson at the end, and an owner can choose any lesson', async ({
  page,
  academy,
}) => {
  await openClassroom(page, academy, shortFilm, shortFilm)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
  await page.getByRole('button', { name: /^Video 2/ }).click()
  await expect(page.getByRole('button', { name: 'Play video: Video 2' })).toBeFocused()
  await page.getByRole('button', { name: /^Video 1/ }).click()
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(0)
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.5
  })

  await page.getByRole('button', { name: 'Go on' }).click()

  await expect(page.getByRole('button', { name: 'Play video: Video 2' })).toBeVisible()
})

test('who watches offline is told, and nothing watched is lost', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/progress/)
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.route('**/api/courses/*/videos/*/progress', (route) => route.abort())
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect(page.getByText('The academy cannot be reached.')).toBeVisible()
  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(1.5)
  await page.getByRole('button', { name: 'Pause' }).click()

  await page.unroute('**/api/courses/*/videos/*/progress')
  await page.reload()

  await expect.poll(() => readPosition(academy, learner, course)).toBeGreaterThan(1)
})

test('a film begun while the academy is away counts whole once it is back', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/progress/)
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.route('**/api/courses/*/videos/*/progress', (route) => route.abort())
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await page.getByLabel('Speed').selectOption('2')
  await expect(page.getByText('That was the last lesson.')).toBeVisible({ timeout: 120_000 })

  await page.unroute('**/api/courses/*/videos/*/progress')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))

  await expect
    .poll(async () => (await readCourseProgress(academy, learner, course)).completed)
    .toBe(true)
})

test('a film plays on while progress that could not be read is asked for again', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  let isAway = true
  await page.route(/\/api\/courses\/[^/]+\/progress$/, (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )
  await openClassroom(page, academy, shortFilm)
  const notice = page.getByText('Your progress cannot be shown right now.')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  const playing = await video(page).elementHandle()

  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(notice).toBeHidden()
  expect(await playing?.evaluate((film) => film.isConnected)).toBe(true)
})

test('a film whose link has ended goes on from a fresh one', async ({ page, academy, watch }) => {
  watch.allow(/403/)
  let links = 0
  // Each time the course is read its films have another link; only the latest is good.
  await page.route(/\/api\/courses\/[^/]+$/, async (route) => {
    links += 1
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replaceAll('.mp4?', `.mp4?n=${links}&`) })
  })
  await page.route('**/media/**', (route) =>
    route.request().url().includes(`n=${links}&`) && links > 1
      ? route.continue()
      : route.fulfill({ status: 403 }),
  )
  await openClassroom(page, academy, shortFilm)

  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect.poll(async () => (await readVideo(page)).at).toBeGreaterThan(1)
  expect(links).toBeGreaterThan(1)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('what plays on of a film that was replaced counts nothing for the new one', async ({
  page,
  academy,
}) => {
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.loop = true // it does not end before somebody stops it
  })
  await expect.poll(() => readPosition(academy, learner, course)).toBeGreaterThan(1)
  await replaceFilm(academy, course)

  const told = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/progress'),
  )
  await page.getByRole('button', { name: 'Pause' }).click()
  await told

  const progress = await readCourseProgress(academy, learner, course)
  expect(progress.videos[0]).toMatchObject({ film: 2, position: 0, fraction: 0 })
})

test('a link that ended with its film goes on with the new one, which counts', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  const { course, learner } = await openClassroom(page, academy, shortFilm)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
  await page.route(`**${shortFilm}*`, (route) => route.fulfill({ status: 403 }))
  await replaceFilm(academy, course)

  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  await expect
    .poll(async () => (await readCourseProgress(academy, learner, course)).videos[0]?.fraction)
    .toBeGreaterThan(0)
})

async function readPosition(
  academy: Academy,
  learner: { token: string },
  course: { id: string },
): Promise<number> {
  const { videos } = await readCourseProgress(academy, learner, course)
  return videos[0]?.position ?? 0
}

function readCourseProgress(academy: Academy, learner: { token: string }, course: { id: string }) {
  return academy.as(learner)('GET /courses/:course_id/progress', {
    params: { course_id: course.id },
  })
}
