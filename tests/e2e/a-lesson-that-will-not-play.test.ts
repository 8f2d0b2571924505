import type { Page } from '@playwright/test'
import { grantCourse, makeAdmin, makeCourse, makeLearner } from '../support/factories.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const youtube = 'https://www.youtube-nocookie.com'
const vimeo = 'https://player.vimeo.com'
const youtubeLink = 'https://youtu.be/aqz-KE-bpKQ'

// How each of YouTube's numbers is understood stands in src/domains/learning/web/player/youtube-messages.test.ts.
for (const [code, sentence] of [
  [2, 'This video does not exist on YouTube.'],
  [100, 'This video has been removed from YouTube, or is private there.'],
  [101, 'This video may not be played outside YouTube.'],
] as const) {
  test(`YouTube’s error ${code} is named, with the way out, and told to the administrator`, async ({
    page,
    academy,
    watch,
  }) => {
    watch.allowOutside(youtube)
    await playYouTube(page, { error: code })
    const { course } = await openLesson(page, academy, youtubeLink)
    await play(page)

    await expect(page.getByRole('alert')).toContainText(sentence)
    const wayOut = page.getByRole('link', { name: 'Watch on YouTube' })
    await expect(wayOut).toHaveAttribute('href', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    await expect.poll(() => alarmsOf(academy, course.title)).toHaveLength(1)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
}

test('Vimeo’s refusal is named, with the way out, and told to the administrator', async ({
  page,
  academy,
  watch,
}) => {
  watch.allowOutside(vimeo)
  const refusal = {
    event: 'error',
    data: { method: 'ready', name: 'PrivacyError', message: 'This video cannot be played here.' },
  }
  await serveFrame(page, vimeo, `parent.postMessage(${JSON.stringify(refusal)}, '*')`)
  const { course } = await openLesson(page, academy, 'https://vimeo.com/76979871')
  await play(page)

  await expect(page.getByRole('alert')).toContainText('This video may not be played outside Vimeo.')
  await expect(page.getByRole('link', { name: 'Watch on Vimeo' })).toHaveAttribute(
    'href',
    'https://vimeo.com/76979871',
  )
  await expect.poll(() => alarmsOf(academy, course.title)).toHaveLength(1)
})

test('the picture stays until the player answers, and a word comes after five seconds', async ({
  page,
  academy,
  watch,
}) => {
  watch.allowOutside(youtube)
  await playYouTube(page, { plays: 'when told' })
  await page.clock.install()
  await openLesson(page, academy, youtubeLink)
  const word = page.getByText('Still loading. Your connection may be slow.')
  await page.getByRole('button', { name: 'Play video: Video 1' }).waitFor()
  await page.clock.pauseAt(Date.now() + 600_000)
  await play(page)

  await page.locator('iframe').waitFor({ state: 'attached' })
  await expect(page.getByText('Loading the video')).toBeAttached()
  await page.clock.runFor(4_900)
  await expect(word).toBeHidden()
  await page.clock.runFor(200)
  await expect(word).toBeVisible()

  await page.clock.resume()
  const frame = page.frameLocator('iframe').locator('body')
  // The player greets it again and again.
  await expect(() =>
    frame.evaluate(() => (window as unknown as { begin: () => void }).begin()),
  ).toPass()
  await expect(word).toBeHidden()
  await expect(page.getByText('Loading the video')).toBeHidden()
})

test('the trouble of a lesson is over once it plays again', async ({ page, academy, watch }) => {
  watch.allowOutside(youtube)
  await playYouTube(page, { error: 101 })
  const { course } = await openLesson(page, academy, youtubeLink)
  await play(page)
  await expect.poll(() => alarmsOf(academy, course.title)).toHaveLength(1)

  await page.unroute(`${youtube}/**`)
  await playYouTube(page, { plays: 'at once' })
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('alert')).toBeHidden()
  await expect.poll(() => alarmsOf(academy, course.title), { timeout: 60_000 }).toEqual([])
})

test('a film that is cut because access has ended says so, and alarms nobody', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403|Failed to load|ERR_/)
  const { course } = await openLesson(page, academy, shortFilm)
  await play(page)
  await page.route('**/media/**', (route) => route.fulfill({ status: 403 }))
  await page.route(`**/api/courses/${course.id}`, (route) =>
    // What visitors are told, without its films.
    route.fulfill({ json: { modules: [] } }),
  )
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    film.src = `${film.src}&ended`
  })

  await expect(page.getByRole('alert')).toContainText('This video is not open to you any more')
  await page.getByRole('region', { name: /^Video: / }).press('k')
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await expect(page.getByText(/check your connection/)).toBeHidden()
  expect(await alarmsOf(academy, course.title)).toEqual([])
})

test('a film goes on at the same second when the academy is back', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_|Failed to load|api|media/)
  await openLesson(page, academy, shortFilm)
  // Of the film only the first part comes, then the academy is away.
  let isAway = false
  await page.route('**/media/**', (route) =>
    isAway ? route.abort('connectionrefused') : route.continue(),
  )
  await page.route('**/api/**', (route) =>
    isAway ? route.abort('connectionrefused') : route.continue(),
  )
  await play(page)
  await expect.poll(() => positionOf(page)).toBeGreaterThan(2)
  isAway = true
  const at = await page.locator('video').evaluate((film: HTMLVideoElement) => {
    // What a broken connection does to a film whose next part is needed now.
    const { currentTime } = film
    film.src = `${film.src}&away`
    film.currentTime = currentTime
    return currentTime
  })
  await expect(page.getByRole('alert')).toContainText('The video cannot be reached.')

  isAway = false
  const backAtInMs = performance.now()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))

  await expect(page.getByRole('alert')).toBeHidden()
  await expect.poll(() => positionOf(page)).toBeGreaterThan(at)
  const on = (await positionOf(page)) - at
  expect(on).toBeLessThan((performance.now() - backAtInMs) / 1_000 + 1)
})

test('"Try again" asks for a fresh link, and leaves sound and captions as they were', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403|media/)
  let courseReads = 0
  await page.route(/\/api\/courses\/[^/]+$/, (route) => {
    courseReads += 1
    return route.continue()
  })
  let isBroken = true
  await page.route('**/media/**', (route) =>
    isBroken ? route.fulfill({ status: 403 }) : route.continue(),
  )
  await openLesson(page, academy, shortFilm)
  await play(page)
  await expect(page.getByRole('alert')).toContainText('This video cannot be played right now.')

  const player = page.getByRole('region', { name: /^Video: / })
  await player.press('m')
  await player.press('c')

  isBroken = false
  const before = courseReads
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5)
  expect(courseReads).toBeGreaterThan(before)
  await expect(player.getByRole('button', { name: 'Sound on' })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Captions', pressed: true })).toBeVisible()
  const film = await page.locator('video').evaluate(({ muted, textTracks }: HTMLVideoElement) => ({
    isMuted: muted,
    captions: textTracks[0]?.mode,
  }))
  expect(film).toEqual({ isMuted: true, captions: 'showing' })
})

async function openLesson(page: Page, academy: Academy, link: string) {
  const course = await makeCourse(academy.db, { title: newTitle('Lesson'), modules: [[link]] })
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  return { course, learner }
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
}

function positionOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
}

async function alarmsOf(academy: Academy, title: string): Promise<string[]> {
  const admin = await makeAdmin(academy.db)
  const alarms = await academy.as(admin)('GET /admin/payment-alarms', {})
  return alarms.map(({ message }) => message).filter((message) => message.includes(title))
}

/** A stand-in for YouTube's player: answers the first greeting, then fails or plays. */
function playYouTube(page: Page, film: { error: number } | { plays: 'at once' | 'when told' }) {
  const answer = "say({ event: 'initialDelivery', info: { playerState: -1 } })"
  const then =
    'error' in film
      ? `${answer}
         say({ event: 'onError', info: ${film.error} })`
      : `let at = 0
         const begin = () => {
           ${answer}
           setInterval(() => say({
             event: 'infoDelivery', info: { currentTime: at += 0.25, duration: 60, playerState: 1 },
           }), 250)
         }
         ${film.plays === 'at once' ? 'begin()' : 'Object.assign(window, { begin })'}`
  return serveFrame(
    page,
    youtube,
    `const say = (message) => parent.postMessage(JSON.stringify(message), '*')
     addEventListener('message', () => {
       ${then}
     }, { once: true })`,
  )
}

function serveFrame(page: Page, origin: string, script: string) {
  return page.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<body style="background:#123"><script>${script}</script>`,
    }),
  )
}
