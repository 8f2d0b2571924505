import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { grantCourse, makeLearner, type Person } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { enterAs, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const reports = '**/api/courses/*/videos/*/progress'

test('what was watched offline is sent from whatever page is opened next', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/progress/)
  const { course, learner } = await openOwnCourse(page, academy)
  await page.route(reports, (route) => route.abort())
  await watchTwoSeconds(page)
  // Left in the way that keeps nothing of the page.
  await page.goto('about:blank')
  await page.unroute(reports)

  await page.goto(`${academy.url}/about`)

  await expect.poll(() => readPosition(academy, learner, course)).toBeGreaterThan(1)
  await expect.poll(() => readWaiting(page, learner)).toBeNull()
})

test('what waits is sent after the login of the one who watched it, and for nobody else', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401|403|progress/)
  const { course, learner } = await openOwnCourse(page, academy)
  const other = await makeLearner(academy.db)
  await grantCourse(academy.db, other, course)
  const ofOther = await makeShortCourse(academy)
  await grantCourse(academy.db, other, ofOther)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
  await academy.db.execute(sql`delete from sessions where user_id = ${learner.id}`)
  await watchTwoSeconds(page)
  await expect(page.getByText('Your session has ended.')).toBeVisible()

  await page.goto(`${academy.url}/login`)
  await enterAs(page, other)
  await page.goto(`${academy.url}/course/${ofOther.id}`)
  await watchTwoSeconds(page)
  await expect.poll(() => readPosition(academy, other, ofOther)).toBeGreaterThan(1)
  // Whatever was going to be sent for them has been by now.
  expect(await readPosition(academy, other, course)).toBe(0)
  expect(await readWaiting(page, learner)).not.toBeNull()
  await page.goto(`${academy.url}/login`)
  const renewed = { ...learner, token: await openSession(academy.db, learner.id) }
  await enterAs(page, renewed)

  await expect.poll(() => readPosition(academy, renewed, course)).toBeGreaterThan(1)
  await expect.poll(() => readWaiting(page, learner)).toBeNull()
})

test('who logs out and in again in another tab is heard from this one, too', async ({
  page,
  context,
  academy,
}) => {
  const { course, learner } = await openOwnCourse(page, academy)
  await page.goto(`${academy.url}/about`)
  const other = await context.newPage()
  await other.goto(`${academy.url}/course/${course.id}`)
  const play = other.getByRole('button', { name: 'Play video: Video 1' })
  await expect(play).toBeVisible()
  const logOut = page.getByRole('button', { name: 'Logout' })
  await logOut.first().click()
  await expect(logOut).toHaveCount(0)
  await expect(page).not.toHaveURL(/about/)
  await expect(play).toHaveCount(0)
  const renewed = { ...learner, token: await openSession(academy.db, learner.id) }
  await signIn(page, academy, renewed)

  await expect(play).toBeVisible()
  await watchTwoSeconds(other)

  await expect.poll(() => readPosition(academy, renewed, course)).toBeGreaterThan(1)
})

test('a single lost report says nothing, an outage moves nothing on the page', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/progress/)
  await openOwnCourse(page, academy)
  const told = page.getByText('The academy cannot be reached.')
  let lost = 0
  await page.route(reports, (route) => {
    lost += 1
    return lost === 1 ? route.abort() : route.continue()
  })
  const heading = page.getByRole('heading', { name: 'About this course' })
  // Its end would move what is below it.
  await page.evaluate(() => localStorage.setItem('player_speed', '0.25'))
  const taken = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /videos.*progress$/.test(answer.url()),
  )
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await taken
  expect(lost).toBeGreaterThan(1)
  await expect(told).toBeHidden()
  const before = await heading.boundingBox()

  await page.route(reports, (route) => route.abort())
  await expect(told).toBeVisible({ timeout: 60_000 })

  expect(await heading.boundingBox()).toEqual(before)
  await page.unroute(reports)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(told).toBeHidden()
})

async function openOwnCourse(page: Page, academy: Academy) {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  return { course, learner }
}

async function watchTwoSeconds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play video: Video 1' }).click()
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Pause' }).click()
}

function readWaiting(page: Page, learner: Person): Promise<string | null> {
  return page.evaluate((id) => localStorage.getItem(`unsent-progress:${id}`), learner.id)
}

async function readPosition(
  academy: Academy,
  learner: { token: string },
  course: { id: string },
): Promise<number> {
  const { videos } = await academy.as(learner)('GET /courses/:course_id/progress', {
    params: { course_id: course.id },
  })
  return videos[0]?.position ?? 0
}
