import { makeLearner } from '../support/factories.ts'
import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const readTab = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(sessionStorage))

test('while the checkout is open the tab holds token, user, course and start time; then nothing', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, `/course/${course.id}`)
  const pressedAt = Date.now()
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()

  const during = await page.evaluate(readTab)
  await payBy(page, 'UPI')
  await expect(page).toHaveURL(/\/payment-success/)
  const after = await page.evaluate(readTab)

  expect(during['pre_payment_token']).toBe(learner.token)
  expect(JSON.parse(during['pre_payment_user']!)).toMatchObject({ email: learner.email })
  expect(during['pre_payment_course']).toBe(course.id)
  expect(Date.parse(during['pre_payment_started_at']!)).toBeGreaterThan(pressedAt - 60_000)
  expect(Object.keys(after).filter((key) => key.startsWith('pre_payment'))).toEqual([])
})

test('after a purchase the stored user owns the course', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await payBy(page, 'UPI')
  await expect(page).toHaveURL(/\/payment-success/)

  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(user.purchased_courses).toEqual([course.id])
})

test('who comes back with ?session_id= is signed in again from what the tab kept', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  await page.goto('/about')
  await page.evaluate(
    ([token, user]) => {
      sessionStorage.setItem('pre_payment_token', token!)
      sessionStorage.setItem('pre_payment_user', user!)
      sessionStorage.setItem('pre_payment_started_at', new Date().toISOString())
    },
    [
      learner.token,
      JSON.stringify({ ...learner, is_admin: false, phone: null, purchased_courses: [] }),
    ],
  )

  await page.goto('/my-courses?session_id=cs_1')

  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/my-courses')
  expect(await page.evaluate(readTab)).not.toHaveProperty('pre_payment_token')
})

test('who logs out with the checkout open leaves nothing behind that signs anybody in', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await page.goto('/about')
  expect(await page.evaluate(readTab)).toHaveProperty('pre_payment_token')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  const kept = Object.keys(await page.evaluate(readTab))
  await page.goto('/my-courses?session_id=x')

  expect(kept.filter((key) => key.startsWith('pre_payment'))).toEqual([])
  await expect(page).toHaveURL('/login')
})

test('a buyer whose browser lost the session during the checkout has it again by ?session_id=', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await page.evaluate(() => localStorage.clear())

  await page.goto('/my-courses?session_id=x')

  await expect(page).toHaveURL('/my-courses')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(learner.token)
  expect(await page.evaluate(readTab)).not.toHaveProperty('pre_payment_token')
})

test('who logged out in another tab is not signed in again by this one', async ({
  page,
  context,
  academy,
  watch,
}) => {
  watch.allow(/auth\/logout/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  const other = await context.newPage()
  await context.route('**/api/auth/logout', (route) => route.abort()) // the server never hears of it
  await other.goto('/about')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')

  await page.goto('/my-courses?session_id=x')

  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(readTab)).not.toHaveProperty('pre_payment_token')
})

test('without anything kept, ?session_id= signs nobody in', async ({ page }) => {
  await page.goto('/my-courses?session_id=cs_1')

  await expect(page).toHaveURL('/login')
})
