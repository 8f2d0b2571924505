import { and, eq } from 'drizzle-orm'
import { courseProgress, videoProgress } from '../../src/domains/learning/server/tables.ts'
import { completeCourse, grantCourse, makeCourse, makeLearner } from '../support/factories.ts'
import { makeToldCourse, newTitle, shortFilm } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a visitor plays a free lesson right on the course page, and nothing before they ask', async ({
  page,
  academy,
}) => {
  const course = await makeToldCourse(academy)
  const media: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/')) media.push(request.url())
  })
  await page.goto(`/course/${course.id}`)
  const lesson = page.getByRole('button', { name: /Video 1 Free preview/ })
  await expect(lesson).toBeVisible()
  await expect(page.getByText('(locked)')).toHaveCount(2)
  expect(media).toEqual([])

  await lesson.click()

  const player = page.getByRole('region', { name: 'Video: Video 1' })
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0.5)
  const notes = page.getByRole('region', { name: 'About this lesson' })
  await expect(notes.locator('strong')).toHaveText('pen')
  await expect(notes.getByRole('link', { name: /A list of first lines/ })).toHaveAttribute(
    'rel',
    /nofollow noopener/,
  )
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
})

test('what somebody signed in saw of a free lesson counts once the course is theirs', async ({
  page,
  academy,
}) => {
  const course = await makeToldCourse(academy)
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, `/course/${course.id}`)
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()

  await page.getByRole('button', { name: /Video 1 Free preview/ }).click()

  const seen = and(
    eq(videoProgress.learnerId, learner.id),
    eq(videoProgress.videoId, course.videoIds[0] ?? ''),
  )
  await expect
    .poll(
      async () => (await academy.db.select().from(videoProgress).where(seen))[0]?.playedInSeconds,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(1)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  await expect(page.getByText('Begun: Video 1')).toBeVisible()
})

test('the trailer plays in the place of the picture, once somebody asks for it', async ({
  page,
  academy,
}) => {
  const course = await makeToldCourse(academy)
  await page.goto(`/course/${course.id}`)
  await expect(page.locator('video')).toHaveCount(0)

  await page.getByRole('button', { name: /^Play video: Trailer of/ }).click()

  await expect(page.getByRole('region', { name: /^Video: Trailer of/ })).toBeVisible()
  await expect(page.getByText('Purchase this course to unlock')).toBeVisible()
})

for (const [script, name, player] of [
  ['course-details', /Free preview/, 'Video: Video 1'],
  ['course-trailer', /^Play video: Trailer/, /^Video: Trailer/],
] as const) {
  test(`a tap counts although ${script} has not come yet`, async ({ page, academy }) => {
    const course = await makeToldCourse(academy)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/assets/${script}-*.js`, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`/course/${course.id}`)
    // The page itself has come to life by then.
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme')
    const button = page.getByRole('button', { name })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')

    release()

    await expect(page.getByRole('region', { name: player })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What is inside' })).toBeVisible()
  })
}

test('an owner reads the lesson’s text and its links below the player', async ({
  page,
  academy,
}) => {
  const course = await makeToldCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)

  const notes = page.getByRole('region', { name: 'About this lesson' })

  await expect(notes.getByRole('heading', { name: 'After the lesson' })).toBeVisible()
  await expect(notes.getByRole('link', { name: /A list of first lines/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How you will learn' })).toBeVisible()
})

test('lessons that came after somebody had completed the course are new to them, not missing', async ({
  page,
  academy,
}) => {
  const course = await makeCourse(academy.db, {
    title: newTitle('Grown'),
    modules: [[shortFilm, shortFilm]],
  })
  const graduate = await makeLearner(academy.db)
  const [first = ''] = course.videoIds
  await completeCourse(academy.db, graduate, { ...course, videoIds: [first] }, new Date())
  await academy.db
    .update(courseProgress)
    .set({ completedAt: new Date('2026-01-01') })
    .where(eq(courseProgress.learnerId, graduate.id))
  await signIn(page, academy, graduate, `/course/${course.id}`)
  const outline = page.getByRole('complementary', { name: 'Course outline' })

  await expect(outline.getByRole('button', { name: /Video 2 New/ })).toBeVisible()
  await expect(outline.getByText('1/1')).toBeVisible()
  await expect(outline).toContainText('You have completed this course. 1 lesson is new since then.')
  await expect(outline.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
})
