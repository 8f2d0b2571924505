import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test('a page is read before its scripts are asked for', async ({ page }) => {
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

test('a tap on a button counts, even before its script is there', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const letScriptsPass = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })

  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  letScriptsPass()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a link leads on without waiting for any script', async ({ page }) => {
  const letScriptsPass = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })

  await page.getByRole('main').getByRole('link', { name: 'See the courses' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses')
  letScriptsPass()
})

async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
