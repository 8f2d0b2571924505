import type { Page } from '@playwright/test'
import { makeBundle, makeCoupon, makeLearner } from '../support/factories.ts'
import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { newEmail, readMailedCode, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a newcomer with a coupon from a link sees its price, signs up, and pays that price', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 20 })
  const address = `/course/${course.id}?coupon=${code}`
  const email = newEmail()

  await page.goto(address)
  await expect(page.getByText(`Coupon ${code}, 20% off: ₹999.80 less`)).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Price and purchase' })
  await expect(panel.getByText('₹3,999.20')).toBeVisible()
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByRole('region', { name: 'What you are buying' })).toContainText('₹3,999.20')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Full Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByLabel('Confirm Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Verification Code')).toBeFocused()
  await page.getByLabel('Verification Code').fill(await readMailedCode(academy, email))
  await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself

  await expect(page).toHaveURL(address)
  await expect(checkoutSheet(page).getByRole('button', { name: 'Pay ₹3,999.20' })).toBeVisible()
  await payBy(page, 'UPI')
  await expect(page).toHaveURL(/\/payment-success/)
  await expect(page.getByText(`₹999.80 off ₹4,999 (coupon ${code})`)).toBeVisible()
})

test('a coupon is typed, refused with a sentence at its field, and taken out again', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 20 })

  await page.goto(`/course/${course.id}`)
  await page.getByRole('button', { name: 'Have a coupon?' }).click()
  await expect(page.getByLabel('Coupon code')).toBeFocused()
  await page.keyboard.type('NO-SUCH-CODE')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('We do not know this coupon.')
  await page.getByLabel('Coupon code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('₹3,999.20')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the coupon' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('button', { name: 'Have a coupon?' })).toBeFocused()
  await expect(page).toHaveURL(`/course/${course.id}`)
})

test('a code that is mended while the first is asked for is the one that counts', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 20 })
  const answers = await holdQuotes(page)
  const panel = page.getByRole('complementary', { name: 'Price and purchase' })
  const apply = panel.getByRole('button', { name: 'Apply' })

  await page.goto(`/course/${course.id}`)
  await panel.getByRole('button', { name: 'Have a coupon?' }).click()
  await panel.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await apply.click()
  await expect(apply).toBeDisabled()
  await panel.getByLabel('Coupon code').fill(code)
  await apply.click()
  await expect(apply).toBeDisabled()
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer()

  await expect(panel.getByRole('button', { name: 'Remove the coupon' })).toBeFocused()
  await expect(panel.getByText('₹3,999.20')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course.id}?coupon=${code}`)
})

test('whoever goes on while a coupon is asked for keeps their place', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 20 })
  const answers = await holdQuotes(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })

  await page.goto(`/course/${course.id}`)
  await page.getByRole('button', { name: 'Have a coupon?' }).click()
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => answers.length).toBe(1)
  await link.focus()
  for (const answer of answers) answer()

  await expect(page.getByRole('button', { name: 'Remove the coupon' })).toBeVisible()
  await expect(page.getByText('₹3,999.20')).toBeVisible()
  await expect(link).toBeFocused()
})

test('a bundle that saves nothing claims no saving once a coupon is refused', async ({
  page,
  academy,
}) => {
  const courses = await Promise.all([makeShortCourse(academy), makeShortCourse(academy)])
  const ids = courses.map(({ id }) => id)
  const bundleId = await makeBundle(academy.db, ids, 1_000_000)

  await page.goto(`/bundles/${bundleId}?coupon=UNKNOWN`)

  await expect(page.getByRole('alert')).toContainText('We do not know this coupon.')
  const panel = page.getByRole('complementary', { name: 'Price and purchase' })
  await expect(panel).toContainText('₹10,000')
  await expect(panel).not.toContainText('Save ₹')
})

test('who buys with a coupon that is over by then is interrupted', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  const detail = 'This coupon is over.'
  await page.route('**/api/payment/create-order', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { status: 409, code: 'coupon_expired', title: 'Coupon over', detail },
    }),
  )

  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await expect(page.getByRole('main').getByRole('alert')).toContainText(detail)
})

test('what is free with a coupon opens without a checkout', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 100 })
  await signIn(page, academy, await makeLearner(academy.db))

  await page.goto(`/course/${course.id}?coupon=${code}`)
  await expect(page.getByText('Free with your coupon')).toBeVisible()
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
})

/** What is asked of coupons is answered when the test says so. */
async function holdQuotes(page: Page): Promise<(() => void)[]> {
  const answers: (() => void)[] = []
  await page.route('**/api/offers/quote?*', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue()
  })
  return answers
}
