import type { Page } from '@playwright/test'
import { makeAdmin, makeLearner } from '../support/factories.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ watch }) => watch.allow(/status of 404/))

test('staff keep what they typed, wherever they go, and load the new version when they like', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.getByText('New coupon', { exact: true }).click()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('DIWALI')
  await deploy(page)

  for (const place of [
    'Analytics',
    'Finance',
    'Learners',
    'Campaigns',
    'Staff',
    'Audit log',
    'Tax',
  ]) {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: place }).click()
    await expectOneNotice(page)
    await expect(code).toHaveValue('DIWALI')
  }
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Tap to reload' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tax')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a visitor keeps what they typed', async ({ page }) => {
  await page.goto('/course/ai-reels-studio')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Purchase Now' }).first().click()
  await page.getByLabel('Email').fill('asha@example.test')
  await deploy(page)

  await main.getByRole('link', { name: 'Sign up' }).click()

  await expectOneNotice(page)
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.test')
})

test('a learner who taps Purchase is told of the new version alone', async ({ page, academy }) => {
  await signIn(page, academy, await makeLearner(academy.db), '/course/ai-reels-studio')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await deploy(page)

  await page.getByRole('main').getByRole('button', { name: 'Purchase Now' }).first().click()

  await expectOneNotice(page)
})

test('staff keep what they typed also where a script is replaced between its fetch and its start', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.getByText('New coupon', { exact: true }).click()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('DIWALI')
  let asked = 0
  await page.route('**/assets/analytics-page*', (route) => {
    asked += 1
    return asked === 1 ? route.continue() : route.fulfill({ status: 404, json: {} })
  })

  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Analytics' })
    .click()

  await expectOneNotice(page)
  await expect(code).toHaveValue('DIWALI')
  expect(asked).toBeGreaterThan(1)
})

/** Other scripts than those that a page has are there no more. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, json: {} }))
}

async function expectOneNotice(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText('A new version is here. Tap to reload')
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}
