import { learnerPaths } from '../../src/domains/learners/learner-paths.ts'
import { pay } from '../support/buy.ts'
import { grantCourse, makeLearner, makeStaff } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { holdCalls } from './support/hold-calls.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('support sees what a learner sees, in a tab that says so, and stays who it is elsewhere', async ({
  page,
  academy,
  watch,
}) => {
  const learner = await makeLearner(academy.db, { name: 'Zubin Daruwalla' })
  const course = await makeShortCourse(academy)
  await grantCourse(academy.db, learner, course)
  const support = await makeStaff(academy.db, 'support')
  await signIn(page, academy, support, '/admin/learners')
  await page.getByRole('searchbox', { name: 'Search' }).fill(learner.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('table', { name: 'Learners' }).getByRole('row')).toHaveCount(2) // with its headings
  await page.getByRole('link', { name: learner.name }).click()
  await page.getByRole('button', { name: 'See as this learner…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please say why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A lesson does not play')
  await dialog.getByRole('button', { name: 'Continue' }).click()

  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: `Open as ${learner.name}` }).click()
  const tab = await opening
  const banner = tab.getByRole('complementary', { name: 'Looking as a learner' })
  await expect(banner).toContainText(learner.name)
  await expect(tab.getByText(course.title).first()).toBeVisible()
  await tab.reload()
  await expect(banner).toBeVisible()
  await expect(tab.getByText(learner.email)).toBeVisible()
  watch.allow(/40[13]/)

  await banner.getByRole('button', { name: 'End' }).click()
  await expect(tab).toHaveURL(/\/admin\/learners/)
  await expect(banner).toBeHidden()
  await signIn(page, academy, learner, '/my-courses?tab=details')
  await expect(page.getByText(/Reason: A lesson does not play/)).toBeVisible()
})

test('support looks at an account on a device whose clock is an hour fast', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const support = await makeStaff(academy.db, 'support')
  const { token, expires_at: until } = await academy.as(support)(
    'POST /admin/learners/:id/see-as',
    { params: { id: learner.id }, body: { reason: 'A lesson does not play' } },
  )
  await page.clock.setFixedTime(Date.now() + 3_600_000)

  await page.goto(`${learnerPaths.seeAs}#${new URLSearchParams({ token, until })}`)

  // It shows for how long, or leaves for the office, at its first look at the clock.
  await expect(page.getByRole('complementary', { name: 'Looking as a learner' })).toBeVisible()
  await expect(page).toHaveURL('/my-courses')
})

test('support opens the course of somebody who has paid, and gives the money back, from their page', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  const order = await academy.as(learner)('POST /payment/create-order', {
    body: { course_id: course.id },
  })
  await signIn(page, academy, await makeStaff(academy.db, 'support'), '/admin')
  await expect(page).toHaveURL(/\/admin\/learners/)
  await page.goto(`/admin/learners?person=${learner.id}`)
  const orders = page.getByRole('region', { name: 'Orders' })
  await expect(orders.getByText('Pending', { exact: true })).toBeVisible()
  await pay(academy, order.order_id)

  await orders.getByRole('button', { name: /^Ask Razorpay now/ }).click()

  await expect(orders.getByText(/^Razorpay has the money/)).toBeVisible()
  await orders.getByRole('button', { name: /^Refund…/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Bought twice')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(orders.getByText(/^The refund is on its way/)).toBeVisible()
  await expect(orders.getByText('Refunded', { exact: true })).toBeVisible()
})

test('a question about a learner is not closed by the answer to the one before', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, await makeStaff(academy.db, 'support'), '/admin')
  await page.goto(`/admin/learners?person=${learner.id}`)
  const dialog = page.getByRole('dialog')
  const goOn = await holdCalls(page, 'POST', '**/end-sessions')
  await page.getByRole('button', { name: 'Log out everywhere…' }).click()
  await dialog.getByLabel('Reason').fill('A lost phone')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Block…' }).click()
  await dialog.getByLabel('Reason').fill('A stolen phone')
  goOn()

  await expect(page.getByText(`${learner.name} is logged out everywhere.`)).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('A stolen phone')
})
