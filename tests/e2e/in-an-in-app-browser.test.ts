import { makeLearner } from '../support/factories.ts'
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
  await page.goto(`/course/${course.id}`)
  await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
})

test('a payment from Instagram that fails comes back to the course with advice', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await checkoutSheet(page).getByRole('button', { name: 'Fail this payment' }).click()

  await expect(page).toHaveURL(`/course/${course.id}?payment=failed`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You can try again.')
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
})
