import { expect, test } from './support/test.ts'

test('the start page leads to the courses and to who we are', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'About us' }).first()).toHaveAttribute(
    'href',
    '/about',
  )

  await main.getByRole('link', { name: 'See the courses' }).first().click()

  await expect(page).toHaveURL('/courses')
})

test('the start page states the figures of the settings', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')

  for (const claim of [
    '₹4,999',
    '₹19,999',
    '100 seats a month',
    '17 left',
    '127 people',
    '50,000+',
    '97%',
    '4.9/5',
    '30 days',
    'UPI, card, netbanking, wallet or EMI',
  ]) {
    await expect(main).toContainText(claim)
  }
})

test('an academy of another name spells its own', async ({ page, academy }) => {
  await page.goto(academy.firstDay.url)

  await expect(page).toHaveTitle(/Chitrashala/)
  await expect(page.getByRole('banner')).toContainText('Chitrashala')
  expect(await page.content()).not.toMatch(/kalakriti/i)
})

test('the link of the sandbox’s banner shows that it has the focus', async ({ page }) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Read the mails it would have sent' })
  await link.focus()

  const { color, outlineColor } = await link.evaluate((element) => getComputedStyle(element))
  expect(outlineColor).toBe(color)
})
