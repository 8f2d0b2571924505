import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeLearner } from '../support/factories.ts'
import { lengthenTimers } from './support/lengthen-timers.ts'
import { expect, test } from './support/test.ts'

const password = 'a long enough password'

test('a page is read before its scripts are asked for', async ({ page }) => {
  await lengthenTimers(page, 2_000) // after which scripts are asked for all the same
  const asked: number[] = []
  await page.route('**/assets/*.js', async (route) => {
    asked.push(await page.evaluate(() => performance.getEntriesByName('first-paint').length))
    await route.continue()
  })

  await page.goto('/courses')

  await expect.poll(() => asked.length).toBeGreaterThan(3)
  expect(asked).not.toContain(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('light and dark are switched at once, before any script is there', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const letScriptsPass = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  const html = page.locator('html')

  await page.getByRole('button', { name: 'Switch between light and dark' }).click()

  await expect(html).toHaveAttribute('data-theme', 'dark')
  letScriptsPass()
  await expect(page.getByLabel('Colours')).toHaveValue('dark')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expect(page.getByLabel('Colours')).toHaveValue('light')
})

test('a link leads on without waiting for any script', async ({ page }) => {
  const letScriptsPass = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })

  await page.getByRole('main').getByRole('link', { name: 'See the courses' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses')
  letScriptsPass()
})

test('a choice counts, even before its script is there, and whatever was chosen earlier', async ({
  page,
}) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  const letScriptsPass = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })

  await page.getByLabel('Colours').selectOption('Dark')
  letScriptsPass()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Colours')).toHaveValue('dark')
})

test('what is typed into the search finds courses, even before its script is there', async ({
  page,
}) => {
  const letScriptsPass = await holdScripts(page)
  await page.goto('/courses?search=film', { waitUntil: 'commit' })
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('reels studio')
  await page.getByRole('heading', { level: 1 }).click() // takes the focus out of the field

  letScriptsPass()

  await expect(page.getByRole('status').first()).toHaveText('1 course matches “reels studio”')
  await expect(page.getByRole('searchbox')).toHaveValue('reels studio')
})

test('who taps Login before its script is there comes back to where they were', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
  const letScriptsPass = await holdScripts(page)
  await page.goto('/results?from=mail#top', { waitUntil: 'commit' })
  const links = page.getByRole('navigation', { name: 'Main' })
  await links.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/signup')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  letScriptsPass()

  await expect(page).toHaveURL('/results?from=mail#top')
})

async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is typed stays where the last screen left something to be told, or a second step', async ({
  page,
}) => {
  const openWith = async (state: object) => {
    // Before anything on the page: what a page that comes alive was left, it tells and takes away.
    await page.addInitScript((usr) => history.replaceState({ usr, key: 'given' }, ''), state)
    const letScriptsPass = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    return letScriptsPass
  }

  const letScriptsPass = await openWith({ notice: { tone: 'success', text: 'Told before' } })
  await page.getByLabel('Email').fill('asha@example.test')
  letScriptsPass()
  await expect(page.getByText('Told before')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.test')

  const letThemPass = await openWith({ challenge: 'as-it-was-given' })
  letThemPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your second step')
})
