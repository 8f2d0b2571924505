import type { Page } from '@playwright/test'
import { makeAdmin, makeLearner, unique } from '../support/factories.ts'
import { expectListed, makeShortCourse, shortFilm } from './support/courses.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

// Answers with the fields that the specification names (section 3), and no other.
const module = {
  title: 'The idea',
  videos: [
    { title: 'One line', url: shortFilm, duration: '17 sec' },
    { title: 'Three lines', url: shortFilm },
  ],
}
const course = {
  id: unique('documented'),
  title: 'Told in Short',
  description: 'From <one> line & an idea.',
  price: 1499,
  modules: [module],
}
const paid = {
  id: 'payment-1',
  course_id: course.id,
  course_title: course.title,
  amount: 1499,
  status: 'completed',
  created_at: '2026-11-05T04:05:00Z',
  completed_at: '2026-11-05T04:06:00Z',
  razorpay_payment_id: 'pay_Documented0001',
}
const unpaid = {
  id: 'payment-2',
  course_id: 'another',
  course_title: 'Not Paid Yet',
  amount: 499,
  status: 'pending',
}
const progress = { progress: 0, completed: false, videos: [] }

/** What nobody wants to read. */
const nonsense = /undefined|NaN|null|Invalid|\[object/

test('who logs in sees their courses and payments', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  const { token, ...user } = learner
  await stub(page, 'auth/login', { token, user: { ...user, is_admin: false } })
  await stub(page, 'my-courses', [{ id: course.id, title: course.title, progress: 33.4 }, 'other'])
  await stub(page, 'my-payments', [paid, unpaid])
  await page.goto('/login')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Login' }).click()

  const card = page.getByRole('article', { name: course.title })
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  await expect(page.getByRole('link', { name: 'Continue Learning' })).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText(nonsense)

  await page.getByRole('tab', { name: 'Payment History' }).click()
  const completed = page.getByRole('row', { name: course.title })
  await expect(completed).toContainText('05 Nov 2026, 09:36 am')
  await expect(completed.getByRole('link')).toHaveText(['View Course', 'Certificate'])
  await expect(completed.getByRole('button')).toHaveCount(0)
  const pending = page.getByRole('row', { name: unpaid.course_title })
  await expect(pending.getByRole('cell').first()).toHaveText('N/A')
  await expect(pending.getByRole('cell').nth(1)).toHaveText('Pending')
  await expect(pending.getByRole('link')).toHaveCount(0)
  await expect(pending.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(nonsense)
})

test('who has paid is told of it', async ({ page, academy }) => {
  await stub(page, 'my-payments', [paid])
  await signIn(
    page,
    academy,
    await makeLearner(academy.db),
    `/payment-success?payment_id=${paid.razorpay_payment_id}&course_id=${course.id}`,
  )

  const main = page.getByRole('main')
  await expect(main).toContainText('The course is yours, for life.')
  await expect(main.getByRole('link', { name: 'Start lesson 1' })).toBeVisible()
  await expect(main).not.toContainText('Discount')
  await expect(main).not.toContainText(nonsense)
})

test('who buys a course stays signed in and watches it', async ({ page, academy, watch }) => {
  watch.allow(/404/) // the academy itself knows nothing of this course
  const learner = await makeLearner(academy.db)
  await stub(page, `courses/${course.id}`, course)
  await signIn(page, academy, learner, `/course/${course.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(course.title)
  await expect(main).toContainText(course.description)
  await expect(main.getByRole('listitem').filter({ hasText: 'One line' })).toContainText('(locked)')
  await expect(main).not.toContainText(nonsense)

  await buyDocumented(page)
  await stub(page, `courses/${course.id}/progress`, progress)
  await main.getByRole('button', { name: 'Purchase Now' }).first().click()
  await expect(page).toHaveURL(/\/payment-success/)
  await stub(page, 'my-payments', [paid])
  await page.reload()
  await main.getByRole('link', { name: 'Start lesson 1' }).click()

  await expect(main.getByRole('button', { name: 'Play video: One line' })).toBeVisible()
  await main.getByRole('button', { name: 'Three lines' }).first().click()
  await expect(main.getByRole('button', { name: 'Play video: Three lines' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Get Certificate' })).toBeVisible()
  await expect(main).toContainText(course.description)
  await expect(main).not.toContainText(nonsense)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('who has a course by their list of ids alone watches it', async ({ page, academy, watch }) => {
  watch.allow(/404/)
  await stub(page, `courses/${course.id}`, { ...course, modules: null })
  await stub(page, 'my-courses', [course.id])
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)

  const main = page.getByRole('main')
  await expect(main.getByText('The lessons are on their way.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Get Certificate' })).toBeVisible()
})

test('who has a course by their list of ids alone is not asked to buy it', async ({
  page,
  academy,
}) => {
  const listed = await makeShortCourse(academy)
  await expectListed(academy, listed)
  await stub(page, 'my-courses', [listed.id])
  const address = `/courses?${new URLSearchParams({ search: listed.title })}`
  await signIn(page, academy, await makeLearner(academy.db), address)

  const card = page.getByRole('listitem').filter({ hasText: listed.title })
  await expect(card.getByRole('link', { name: 'Continue Learning' })).toBeVisible()
})

test('a certificate is shown by its own answer', async ({ page, academy, watch }) => {
  watch.allow(/404/)
  await stub(page, `certificate/${course.id}`, {
    user_name: 'Asha Verma',
    course_title: course.title,
    completion_date: '2026-11-05T20:00:00Z',
    certificate_id: 'KA-DOCUMENTED',
    pdf_data: 'JVBERi0xLjQ=',
  })
  await page.route('**/api/certificates/KA-DOCUMENTED/**', (route) => route.fulfill({ body: '' }))
  await signIn(page, academy, await makeLearner(academy.db), `/certificate/${course.id}`)

  await expect(page.getByText('Congratulations!')).toBeVisible()
  const sheet = page.getByRole('article', { name: 'Certificate of Completion' })
  await expect(sheet).toContainText('Asha Verma')
  await expect(sheet).toContainText('6 November 2026')
  await expect(page.getByRole('main')).not.toContainText(nonsense)
})

test('who verifies their sign-up is signed in', async ({ page, academy }) => {
  const { token, ...user } = await makeLearner(academy.db)
  const email = newEmail()
  await stub(page, 'auth/signup', { email })
  await stub(page, 'auth/verify', {
    auto_login: true,
    token,
    user: { ...user, is_admin: false },
  })
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill(user.name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Verification Code').fill('123456')
  await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an account’s details are read from what is known of it', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  await stub(page, 'auth/profile', { user: { purchased_courses: [] } })
  await signIn(page, academy, learner, '/my-courses?tab=details')

  await expect(page.getByLabel('Full Name')).toHaveValue(learner.name)
  await expect(page.getByRole('main')).not.toContainText(nonsense)
})

test('an administrator works with courses and payments', async ({ page, academy, watch }) => {
  watch.allow(/404/)
  const admin = await makeAdmin(academy.db)
  await stub(page, 'auth/profile', { user: { purchased_courses: [] } })
  await stub(page, 'admin/courses', [course])
  await stub(page, `courses/${course.id}`, course)
  await stub(page, 'admin/payments/page', [
    { ...paid, user_name: 'Asha Verma', user_email: 'asha@example.in' },
    { ...unpaid, user_name: 'Ravi Iyer', user_email: 'ravi@example.in' },
  ])
  await signIn(page, academy, admin, '/admin')
  const main = page.getByRole('main')
  const existing = main.getByRole('listitem').filter({ hasText: course.title })
  await expect(existing).toContainText('1 module')
  await expect(main).not.toContainText(nonsense)

  await test.step('looks at its lessons', async () => {
    await existing.getByRole('button', { name: 'View Details' }).click()
    const details = page.getByRole('dialog', { name: course.title })
    await expect(details.getByRole('listitem')).toHaveText([
      /^One line.*17 sec$/,
      /^Three lines.*no duration$/,
    ])
    await page.keyboard.press('Escape')
  })

  // What these answer is not shown.
  await page.route('**/api/admin/courses**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 204 }),
  )
  await page.route(`**/api/admin/courses/${course.id}`, (route) => route.fulfill({ status: 204 }))
  await test.step('puts another on sale', async () => {
    await page.getByRole('button', { name: '+ Create New Course' }).click()
    await page.getByLabel('Course Title').fill('Another')
    await page.getByLabel('Price').fill('1')
    await page.getByLabel('Course Description').fill('One more.')
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expect(page.getByText('Course created successfully!')).toBeVisible()
  })
  await test.step('deletes the first', async () => {
    await existing.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Course deleted successfully!')).toBeVisible()
    await expect(main).not.toContainText(nonsense)
  })
  await test.step('reads the payments', async () => {
    await page.getByRole('tab', { name: 'Payment Details' }).click()
    const completed = page.getByRole('row', { name: 'Asha Verma' })
    await expect(completed).toContainText('05 Nov 2026, 09:36 am')
    await expect(completed.getByTitle(paid.razorpay_payment_id)).toHaveText('pay_Docume...')
    const pending = page.getByRole('row', { name: 'Ravi Iyer' })
    await expect(pending.getByRole('cell').first()).toHaveText('N/A')
    await expect(pending.getByRole('cell').nth(1)).toHaveText('Pending')
    await expect(main).not.toContainText(nonsense)
  })
})

/** Answers one call of the academy, whatever is asked of it. */
function stub(page: Page, path: string, json: unknown): Promise<unknown> {
  return page.route(
    (url) => url.pathname === `/api/${path}`,
    (route) => route.fulfill({ json }),
  )
}

/** A checkout that is paid as soon as it opens. */
async function buyDocumented(page: Page): Promise<void> {
  await stub(page, 'payment/create-order', {
    key: 'rzp_test_documented',
    amount: 149_900,
    currency: 'INR',
    order_id: 'order_Documented0001',
    course_title: course.title,
    user_name: 'Asha Verma',
    user_email: 'asha@example.in',
  })
  await stub(page, 'payment/verify', { status: 'success', course_id: course.id })
  await stub(page, 'auth/profile', { user: { purchased_courses: [course.id] } })
  await page.route('**/v1/checkout.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Razorpay = class {
        constructor(options) { this.options = options }
        open() {
          this.options.handler({
            razorpay_payment_id: '${paid.razorpay_payment_id}',
            razorpay_order_id: this.options.order_id,
            razorpay_signature: 'f'.repeat(64),
          })
        }
      }`,
    }),
  )
}
