import { eq } from 'drizzle-orm'
import { videos } from '../../src/domains/catalogue/server/tables.ts'
import { filmCaptions } from '../../src/domains/films/server/tables.ts'
import { grantCourse, makeCourse, makeFilm, makeLearner } from '../support/factories.ts'
import { newTitle, shortFilm } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a learner’s name moves over an own film where the course asks for it, also in full screen', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Marked'),
    modules: [[shortFilm]],
    page: { has_name_mark: true },
  })
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
      captions: [],
      chapters: [],
      sprite: null,
    }
    await route.fulfill({ response, json: shown })
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()

  const player = page.getByRole('region', { name: 'Video: Video 1' })
  const mark = player.locator('[data-mark]')
  await expect(mark).toHaveText(learner.name)
  await expect(mark).toBeInViewport()
  expect(await mark.evaluate((one) => one.closest('[aria-hidden=true]') !== null)).toBe(true)
  expect(await mark.evaluate((one) => getComputedStyle(one).transitionProperty)).toBe('none')
  const place = () => mark.evaluate((one) => one.style.left)
  const first = await place()
  await page.clock.fastForward(12_000)
  await expect.poll(place).not.toBe(first)
  await player.hover()
  await player.getByRole('button', { name: 'Full screen' }).click()
  await expect
    .poll(() =>
      page.evaluate(() => document.fullscreenElement?.querySelector('[data-mark]')?.textContent),
    )
    .toBe(learner.name)
})

test('what is said in a preview can be read in the course’s page, and stays when the page comes to life', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404.*\/films\//) // there are words, and no file
  const course = await makeCourse(academy.db, { title: newTitle('Spoken'), modules: [[shortFilm]] })
  const filmId = await makeFilm(academy.db, course)
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nकैमरा नीचे रखिए।\n'
  await academy.db.insert(filmCaptions).values({ filmId, language: 'hi', label: 'हिन्दी', vtt })
  await academy.db
    .update(videos)
    .set({ url: `film:${filmId}`, isPreview: true })
    .where(eq(videos.id, course.videoIds[0] ?? ''))
  await page.goto(`/course/${course.id}`)
  const lesson = page.getByRole('button', { name: /Free preview/ })
  await lesson.click()
  await expect(lesson).toHaveAttribute('aria-expanded', 'true')
  await lesson.click()
  await expect(lesson).toHaveAttribute('aria-expanded', 'false')

  const words = page.getByText('कैमरा नीचे रखिए।')
  await expect(words).toBeHidden()
  await page.getByText(/^Transcript/).click()
  await expect(words).toBeVisible()
  expect(await words.evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))).toBe('hi')
})
