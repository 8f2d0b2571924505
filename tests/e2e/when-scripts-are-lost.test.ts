import type { Browser, Page } from '@playwright/test'
import { draw } from './support/draw.ts'
import { expect, test } from './support/test.ts'

const course = '/course/ai-reels-studio'

test('Purchase works though any one script of the way is lost once or twice', async ({
  browser,
  baseURL,
  page,
}) => {
  const scripts = await listScripts(page)
  expect(scripts.length).toBeGreaterThan(10)

  for (const script of draw(scripts, 8)) {
    const times = Math.random() < 0.5 ? 1 : 2 // every run has others
    await test.step(`${script} ${times}`, async () => {
      await expectPurchase(browser, { address: `${baseURL}${course}`, script, times })
    })
  }
})

test('who taps while scripts are missing is told at once that the tap counts', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await page.route('**/assets/framework*.js', async () => new Promise(() => undefined))
  await page.goto(course, { waitUntil: 'commit' })
  const purchase = page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first()

  await purchase.click()
  await purchase.click()

  await expect(purchase).toHaveAttribute('aria-busy', 'true')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: 'One moment, this page is still loading. Your tap counts.' }),
  ).toBeVisible()
})

test('a script that never comes ends with one reload, then with a way to try again', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await page.clock.install()
  const opened = countOpenings(page)
  await page.route('**/assets/framework*.js', (route) => route.abort())
  await page.goto(course)

  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(opened()).toBe(2)
  await page.unroute('**/assets/framework*.js')
  await page.getByRole('button', { name: 'Tap to reload' }).click()

  await page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up or log in')
})

test('a half-filled form is not reloaded away', async ({ page, watch }) => {
  watch.allow(/Failed to load resource/)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000) // the tries do not end before something is typed
  const opened = countOpenings(page)
  await page.route('**/assets/framework*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Email').fill('asha@example.test')

  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass()

  expect(opened()).toBe(1)
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.test')
})

test('what a tap asks for and does not come says so, and comes when it is asked for again', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/)
  await page.goto(course)
  await tapPurchase(page)
  await page.clock.install()
  await page.route('**/assets/signup-screen*.js', (route) => route.abort())
  const link = page.getByRole('main').getByRole('link', { name: 'Sign up' })

  await link.click()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.unroute('**/assets/signup-screen*.js')
  // A try that was under way may bring it before the second tap.
  await expect(async () => {
    if (await link.isVisible()) await link.click({ timeout: 1_000 })
    await expect(page).toHaveURL(/signup/, { timeout: 1_000 })
  }).toPass()

  await expect(page.getByRole('alert')).toBeHidden()
})

/** The scripts that a visitor's browser loads from the course page to the login behind Purchase. */
async function listScripts(page: Page): Promise<string[]> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto(course)
  await tapPurchase(page)
  return [...scripts]
}

interface Loss {
  address: string
  script: string
  times: number
}

async function expectPurchase(browser: Browser, { address, script, times }: Loss): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  let left = times
  await page.route(`**${script}`, async (route) => {
    left -= 1
    await (left < 0 ? route.fallback() : route.abort())
  })
  await page.goto(address)
  await tapPurchase(page)
  await context.close()
}

async function tapPurchase(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up or log in')
}

function countOpenings(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1
  })
  return () => count
}
