import type { Page } from '@playwright/test'
import { grantCourse, makeBundle, makeCoupon, makeLearner } from '../support/factories.ts'
import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0',
})

test('a payment from Instagram leads away, comes back by a form and opens the course', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  const kept = page.waitForFunction(() => sessionStorage.getItem('pre_payment_token') !== null)
  const posted = page.waitForRequest('**/api/payment/callback**')
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await kept
  await payBy(page, 'UPI')

  expect((await posted).method()).toBe('POST')
  await expect(page).toHaveURL(/\/payment-success\?payment_id=pay_\w+/)
  await expect(page.getByRole('main')).toContainText('Completed')
  await expect.poll(() => readStored(page)).toEqual({ kept: [], owned: [course.id] })
  // Where a second payment for it goes back, the owner's room says so, too.
  await page.goto(`/course/${course.id}?payment=refunded`)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
  await expect(page.getByText('is being refunded')).toBeVisible()
})

test('a payment from Instagram that fails comes back to the course with advice', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const { code } = await makeCoupon(academy.db, { percentOff: 20 })
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}?coupon=${code}`)
  const panel = page.getByRole('complementary', { name: 'Price and purchase' })
  await expect(panel).toContainText('₹3,999.20')
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await checkoutSheet(page).getByRole('button', { name: 'Fail this payment' }).click()

  await expect(page).toHaveURL(`/course/${course.id}?payment=failed&coupon=${code}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You can try again.')
  await expect.poll(() => readStored(page)).toEqual({ kept: [], owned: [] })
  await expect(panel).toContainText('₹3,999.20')
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: 'Pay ₹3,999.20' })).toBeVisible()
})

test('a bundle that was paid for from Instagram is not offered again, also to who had its first course', async ({
  page,
  academy,
}) => {
  const courses = [await makeShortCourse(academy), await makeShortCourse(academy)]
  const bundleId = await makeBundle(
    academy.db,
    courses.map(({ id }) => id),
  )
  const learner = await makeLearner(academy.db)
  await grantCourse(academy.db, learner, courses[0]!)
  await signIn(page, academy, learner, `/bundles/${bundleId}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await payBy(page, 'UPI')
  await expect(page).toHaveURL(/\/payment-success\?payment_id=pay_\w+/)
  await expect.poll(async () => (await readStored(page)).owned).toHaveLength(2)

  await page.goto(`/bundles/${bundleId}`)

  await expect(page.getByText('All courses of this bundle are yours.')).toBeVisible()
})

test('a bundle whose payment is pending opens by itself', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  const bundleId = await makeBundle(academy.db, [course.id])
  const learner = await makeLearner(academy.db)
  await page.clock.install()
  await signIn(page, academy, learner, `/bundles/${bundleId}?payment=pending`)
  const panel = page.getByRole('complementary', { name: 'Price and purchase' })
  await expect(panel).toContainText('Your payment is being confirmed.')

  await grantCourse(academy.db, learner, course)
  await page.clock.fastForward(5_000)

  await expect(panel).toContainText('All courses of this bundle are yours.')
  await expect(panel).not.toContainText('Your payment is being confirmed.')
})

/** Of the purchase, and of what the browser believes to be theirs. */
function readStored(page: Page): Promise<{ kept: string[]; owned: string[] }> {
  return page.evaluate(() => {
    const kept = Object.keys(sessionStorage).filter((name) => name.startsWith('pre_payment'))
    const { purchased_courses: owned } = JSON.parse(localStorage.getItem('user') ?? '{}') as {
      purchased_courses: string[]
    }
    return { kept, owned }
  })
}
