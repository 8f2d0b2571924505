import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { grantCourse, type MadeCourse, makeLearner } from '../support/factories.ts'
import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { expectListed, makeShortCourse } from './support/courses.ts'
import { newEmail, readMailedCode, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const password = 'a long enough password'
const minute = 60_000

test.describe('a newcomer on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('signs up, mistypes the code, finds the checkout open, pays and starts lesson 1', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/400/)
    const course = await makeShortCourse(academy)
    const email = newEmail()

    await test.step('sees what is bought, and the sign-up first', async () => {
      await pressPurchase(page, course)
      await expect(page).toHaveURL('/login')
      await expectSummary(page, course)
      const signUp = page.getByRole('main').getByRole('link', { name: 'Sign up' })
      await expect(signUp).toBeInViewport()
      await expect(page.getByText('Already have an account? Log in')).toBeInViewport()
      await signUp.tap()
      await expectSummary(page, course)
      await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeInViewport()
    })

    await test.step('types the code wrong, loses the page, types it right', async () => {
      await fillSignUp(page, email)
      await expect(page.getByLabel('Verification Code')).toBeFocused()
      const right = await readMailedCode(academy, email)
      await verify(page, right === '000000' ? '000001' : '000000')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/code/i)
      await page.reload()
      await expectSummary(page, course)
      await verify(page, right)
    })

    await test.step('pays in the checkout, which opened by itself', async () => {
      await expect(page).toHaveURL(`/course/${course.id}`)
      await expectCheckout(page)
      await payBy(page, 'UPI')
      await expect(page).toHaveURL(/\/payment-success\?payment_id=pay_\w+&course_id=/)
    })

    await test.step('starts the first lesson', async () => {
      const links = page.getByRole('main').getByRole('link')
      await expect(links).toHaveText(['Start lesson 1', 'Go to My Courses', 'Get Certificate'])
      await links.first().tap()
      await expect(page).toHaveURL(`/course/${course.id}`)
      await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeInViewport()
    })
  })
})

test.describe('a buyer with an account', () => {
  test('logs in from the list, and the checkout opens once', async ({ page, academy }) => {
    const course = await makeShortCourse(academy)
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await expectListed(academy, course)
    await page.goto('/courses')
    const card = page.getByRole('listitem').filter({ hasText: course.title })
    await card.getByRole('button', { name: 'Purchase Now' }).click()
    await expectSummary(page, course)

    await logIn(page, learner.email)

    await expect(page).toHaveURL(`/course/${course.id}`)
    await expectCheckout(page)
    page.on('dialog', (dialog) => void dialog.accept()) // the sheet asks whether to stop
    await checkoutSheet(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
    await page.reload()
    await expectNoCheckout(page)
    await page.goto('/about')
    await page.goBack()
    await expectNoCheckout(page)
  })

  test('who owns the course already comes to the classroom', async ({ page, academy }) => {
    const course = await makeShortCourse(academy)
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await grantCourse(academy.db, learner, course)
    await pressPurchase(page, course)

    await logIn(page, learner.email)

    await expect(page).toHaveURL(`/course/${course.id}`)
    await expect(page.getByRole('button', { name: 'Play video: Video 1' })).toBeVisible()
    await expect(page.locator('iframe[title="Payment"]')).toHaveCount(0)
  })

  test('whose session ended in the middle logs in and goes on buying', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/401/)
    const course = await makeShortCourse(academy)
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    const seen = page.waitForResponse(`**/api/courses/${course.id}`) // as who is logged in
    await signIn(page, academy, learner, `/course/${course.id}`)
    await seen
    await endSession(academy, learner)
    await page.getByRole('button', { name: 'Purchase Now' }).click()
    await expect(page.getByRole('main')).toContainText('Your session has ended.')
    await expectSummary(page, course)

    await logIn(page, learner.email)

    await expect(page).toHaveURL(`/course/${course.id}`)
    await expectCheckout(page)
  })

  test('who logs in an hour later comes to the course, and opens the checkout themselves', async ({
    page,
    academy,
  }) => {
    const course = await makeShortCourse(academy)
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await page.clock.install()
    await pressPurchase(page, course)
    await expectSummary(page, course)
    await page.clock.fastForward(31 * minute)

    await logIn(page, learner.email)

    await expect(page).toHaveURL(`/course/${course.id}`)
    await expectNoCheckout(page)
  })
})

test.describe('after the login', () => {
  test('one is back on the page, with its query and its place', async ({
    page,
    academy,
    watch,
  }) => {
    watch.allow(/401/)
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await signIn(page, academy, learner, '/about')
    await endSession(academy, learner)
    await page.goto('/my-courses?tab=payments#main')
    await expect(page).toHaveURL('/login')

    await logIn(page, learner.email)

    await expect(page).toHaveURL('/my-courses?tab=payments#main')
  })

  test('one is back on the page from which one chose Login', async ({ page, academy }) => {
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await page.goto('/results?from=mail#top')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })
    await link.click()

    await logIn(page, learner.email)

    await expect(page).toHaveURL('/results?from=mail#top')
  })

  test('nobody is sent to another site', async ({ page, academy }) => {
    const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
    await page.goto(`/login?next=${encodeURIComponent('//evil.example/x')}`)

    await logIn(page, learner.email)

    await expect(page).toHaveURL('/my-courses')
  })
})

test('the advertised price has one struck price from the start page to the course', async ({
  page,
}) => {
  await page.goto('/')
  const advertised = await page.getByRole('main').locator('s').first().textContent()

  await page.goto('/course/ai-reels-studio')

  await expect(page.getByRole('main').locator('s')).toHaveText(advertised ?? '')
  await expect(page.getByRole('main')).toContainText('Save ₹15,000')
})

async function pressPurchase(page: Page, course: MadeCourse): Promise<void> {
  await page.goto(`/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
}

async function expectSummary(page: Page, course: MadeCourse): Promise<void> {
  const summary = page.getByRole('region', { name: 'What you are buying' })
  await expect(summary).toContainText(course.title)
  await expect(summary).toContainText('₹')
}

async function expectCheckout(page: Page): Promise<void> {
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
}

/** The page is alive, and nothing that it began by itself is under way. */
async function expectNoCheckout(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
  await expect(page.locator('iframe[title="Payment"]')).toHaveCount(0)
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Meera Nair')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

async function verify(page: Page, code: string): Promise<void> {
  await page.getByLabel('Verification Code').fill(code)
  await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function endSession(academy: Academy, { token }: { token: string }): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${academy.url}/api/auth/logout`, { method: 'POST', headers })
}
