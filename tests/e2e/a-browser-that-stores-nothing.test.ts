import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { expect, test } from './support/test.ts'

const refusals = [
  { how: 'refuses to store', refuse: refuseStorage },
  { how: 'has no storage', refuse: takeStorageAway },
]
for (const { how, refuse } of refusals) {
  test(`where the browser ${how} every page is there, and a login holds as long as the page`, async ({
    page,
    academy,
  }) => {
    const password = 'a long enough password'
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    const course = await makeShortCourse(academy)
    await page.addInitScript(refuse)
    for (const path of ['/', '/courses', `/course/${course.id}`, '/terms']) {
      await page.goto(path)
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      await expectAlive(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
    }
    await page.goto('/terms')

    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Login' })
      .click()
    await page.getByLabel('Email').fill(learner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()

    await expect(page).toHaveURL('/terms')
    await page.getByRole('banner').getByRole('link', { name: 'My Courses' }).click()
    await expect(page.getByText(learner.email)).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  })
}

test('what is lost there of the scripts brings no reload after the other', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await page.addInitScript(refuseStorage)
  await page.clock.install()
  let openings = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) openings += 1
  })
  await page.route('**/assets/framework*.js', (route) => route.abort())
  await page.goto('/')

  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass()

  expect(openings).toBe(1)
})

/** In the page: as where somebody has forbidden all cookies. */
function refuseStorage(): void {
  const get = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get, configurable: true })
  }
}

/** In the page: as in an app that shows pages and gives them no storage. */
function takeStorageAway(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get: () => null, configurable: true })
  }
}

/** What stands in the page is React's, which would have put its failure there. */
async function expectAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  )
}
