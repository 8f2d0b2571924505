import type { Page } from '@playwright/test'
import { completeCourse, grantCourse, makeLearner } from '../support/factories.ts'
import { demoCourseFound, makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const keptAt = /^You are offline\. This is from \d+ [A-Z]\w+, \d+:\d\d (am|pm)\.$/

/** Beside what else the page says of itself, as that a script takes long. */
function findKeptNote(page: Page) {
  return page.getByRole('status').filter({ hasText: keptAt })
}

test('a visitor without a network gets our own page without any price, and then the real one', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  await openWithWorker(page, demoCourseFound)

  await context.setOffline(true)
  await page.locator('main a[href="/course/ai-reels-studio"]').first().click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(page).toHaveURL('/course/ai-reels-studio')
  await expect(page.getByText('₹')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^AI Reels Studio/)
})

test('a learner without a network reads courses, lessons and the certificate, until the log-out', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  await signIn(page, academy, learner)
  await openWithWorker(page, '/about')
  await page.goto(`/certificate/${course.id}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Congratulations!').waitFor()
  await page.goto(`/course/${course.id}`)
  await page.getByRole('button', { name: 'Play video: Video 1' }).waitFor()
  await page.goto('/my-courses')
  await page.getByRole('article', { name: course.title }).waitFor()
  await expect.poll(() => countCopies(page)).toBe(4)

  await context.setOffline(true)
  await page.reload()
  await expect(findKeptNote(page)).toBeVisible()
  await expect(page.getByText(course.title)).toBeVisible()
  await page.getByRole('link', { name: 'Lessons' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title)
  await expect(page.getByRole('listitem').first()).toContainText('Watched')
  await expect(findKeptNote(page)).toBeVisible()
  await page.getByRole('link', { name: 'My Courses' }).click()
  await page.getByRole('link', { name: 'Certificate' }).click()
  await expect(page.getByText(learner.name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible()

  await context.setOffline(false)
  await page.getByText('Congratulations!').waitFor()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect.poll(() => countCopies(page)).toBe(0)
  await context.setOffline(true)
  await page.goto('/my-courses')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
})

test('what a learner saw on a first visit is there, though it came before the worker', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner, '/my-courses')
  await page.getByRole('link', { name: /^Continue Learning/ }).click()
  await page.getByRole('button', { name: 'Play video: Video 1' }).waitFor()
  await waitForWorker(page)
  await expect.poll(() => countCopies(page)).toBe(3)

  await context.setOffline(true)
  await page.getByRole('link', { name: 'My Courses' }).first().click()

  await expect(findKeptNote(page)).toBeVisible()
  await expect(page.getByText(course.title)).toBeVisible()
  await page.getByRole('link', { name: 'Lessons' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Video 1')
})

test('who reads Hindi finds what is kept at Hindi addresses', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, course)
  await signIn(page, academy, learner)
  await openWithWorker(page, '/about')
  await page.goto(`/hi/course/${course.id}`)
  await page.getByRole('button', { name: 'Video 1' }).first().waitFor()
  await page.goto('/hi/my-courses')
  await page.getByRole('article', { name: course.title }).waitFor()
  await expect.poll(() => countCopies(page)).toBe(3)

  await context.setOffline(true)
  await page.reload()

  await expect(page.locator('html[lang=hi-IN]').getByText(course.title)).toBeVisible()
  await page.locator(`a[href="/hi/course/${course.id}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title)
  await expect(page.getByRole('listitem').first()).toContainText('Video 1')
})

test('no call passes through the worker', async ({ page, academy, watch }) => {
  watch.allow(/40\d/)
  await signIn(page, academy, await makeLearner(academy.db))
  await openWithWorker(page, '/about')
  const passed: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) passed.push(new URL(response.url()).pathname)
  })

  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/api/payment/create-order', { method: 'POST', headers })
    await fetch('/api/courses', { headers })
    await fetch('/media/demo/cut-on-the-beat.mp4', { method: 'HEAD', headers })
    await fetch('/api/my-courses', { headers })
  })

  expect(passed).toEqual([])
})

test('the worker is asked for anew at each visit, and takes over without a reload', async ({
  page,
  academy,
}) => {
  const answer = await fetch(`${academy.url}/sw.js`)

  expect(answer.headers.get('cache-control')).toBe('no-cache')
  await page.goto('/login')
  await page.getByLabel('Email').fill('asha@example.test')
  await waitForWorker(page)
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.test')
})

async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForWorker(page)
}

async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

async function countCopies(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('copies-'))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().length
  })
}
