import { eq } from 'drizzle-orm'
import { orders } from '../../src/domains/checkout/server/tables.ts'
import { completeCourse, grantCourse, makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { holdCalls } from './support/hold-calls.ts'
import { holdChange } from './support/hold-change.ts'
import { signIn } from './support/people.ts'
import { buyCourse, orderCourse } from './support/purchases.ts'
import { expect, test } from './support/test.ts'

test('a stranger is sent from my courses to the login', async ({ page }) => {
  await page.goto('/my-courses')

  await expect(page).toHaveURL('/login')
})

test('a newcomer finds both tabs empty, each with a way to the courses', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeLearner(academy.db), '/my-courses')
  await expect(page.getByRole('tab', { name: 'My Courses' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText("You haven't purchased any courses yet.")).toBeVisible()

  await page.getByRole('tab', { name: 'Payment History' }).click()
  await expect(page.getByText('No payment history found.')).toBeVisible()
  await page.getByRole('link', { name: 'Browse Courses' }).click()

  await expect(page).toHaveURL('/courses')
})

test('a learner sees each course with picture, words, rounded progress and two ways on', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const begun = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await completeCourse(academy.db, learner, course)
  await grantCourse(academy.db, learner, begun)
  await page.route('**/api/my-courses', async (route) => {
    const answer = await route.fetch()
    const courses: { id: string; progress?: number; thumbnail?: string }[] = await answer.json()
    // One of a third, one without any.
    for (const one of courses) one.progress = 33.4
    courses.find(({ id }) => id === course.id)!.thumbnail = '/covers/ai-reels-studio.svg'
    delete courses.find(({ id }) => id === begun.id)!.progress
    await route.fulfill({ json: courses })
  })
  await signIn(page, academy, learner, '/my-courses')
  const card = page.getByRole('article', { name: course.title })

  await expect(card.getByRole('heading')).toHaveText(course.title)
  await expect(card.getByRole('img', { name: `Cover of ${course.title}` })).toBeVisible()
  await expect(card.getByText('From idea to reel.')).toBeVisible()
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  await expect(
    page.getByRole('article', { name: begun.title }).getByRole('progressbar'),
  ).toHaveAttribute('aria-valuenow', '0')
  await expect(card.getByRole('link', { name: 'Continue Learning' })).toHaveAttribute(
    'href',
    `/course/${course.id}`,
  )
  await expect(card.getByRole('link', { name: 'Get Certificate' })).toHaveAttribute(
    'href',
    `/certificate/${course.id}`,
  )
})

test('the payment history answers by itself whether a payment went through', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const bought = await makeShortCourse(academy)
  const open = await makeShortCourse(academy)
  const refused = await makeShortCourse(academy)
  const { razorpay_payment_id: paymentId } = await buyCourse(academy, learner, bought)
  await orderCourse(academy, learner, open)
  await orderCourse(academy, learner, refused)
  await academy.db.update(orders).set({ status: 'failed' }).where(eq(orders.courseId, refused.id))
  await academy.db
    .update(orders)
    .set({ createdAt: new Date('2026-11-05T04:05:00Z') })
    .where(eq(orders.courseId, bought.id))
  await signIn(page, academy, learner, '/my-courses')

  await page.getByRole('tab', { name: 'Payment History' }).click()

  await expect(page.getByText('Track all your course purchases and payment details')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Created',
    'Completed',
    'Course',
    'Amount',
    'Status',
    'Payment ID',
    'Actions',
  ])
  const done = page.getByRole('row', { name: bought.title })
  await expect(done).toContainText('05 Nov 2026, 09:35 am')
  await expect(done).toContainText('₹4,999')
  await expect(done.getByText('Completed', { exact: true })).toHaveClass(/leaf/)
  await expect(done.getByTitle(paymentId)).toHaveText(`${paymentId.slice(0, 12)}...`)
  await expect(done.getByRole('link', { name: 'View Course' })).toHaveAttribute(
    'href',
    `/course/${bought.id}`,
  )
  await expect(done.getByRole('link', { name: 'Certificate' })).toHaveAttribute(
    'href',
    `/certificate/${bought.id}`,
  )
  const pending = page.getByRole('row', { name: open.title })
  await expect(pending.getByRole('cell').nth(1)).toHaveText('Pending')
  await expect(pending.getByRole('cell').nth(4).getByText('Pending')).toHaveClass(/amber/)
  await expect(pending.getByRole('link')).toHaveCount(0)
  const failed = page.getByRole('row', { name: refused.title })
  await expect(failed.getByText('Failed', { exact: true })).toHaveClass(/amber/)
})

test('a payment without a date of its own says N/A', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await orderCourse(academy, learner, course)
  await page.route('**/api/my-payments', async (route) => {
    const payments: { created_at: string | null }[] = await (await route.fetch()).json()
    await route.fulfill({ json: payments.map((payment) => ({ ...payment, created_at: null })) })
  })

  await signIn(page, academy, learner, '/my-courses?tab=payments')

  await expect(page.getByRole('row', { name: course.title }).getByRole('cell').first()).toHaveText(
    'N/A',
  )
})

test('a list that cannot be loaded says so, and loads on a second try', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/500/)
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await grantCourse(academy.db, learner, course)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/api/my-courses', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/my-payments', (route) => route.fulfill({ status: 500, json: {} }))
  await signIn(page, academy, learner, '/my-courses')
  await expect(page.getByText('Your courses could not be loaded.')).toBeVisible()
  await expect(page).toHaveURL('/my-courses')
  expect(logged).toContainEqual(expect.stringContaining('Not loaded: my-courses (500)'))

  await page.unroute('**/api/my-courses')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: course.title })).toBeVisible()
  await page.getByRole('tab', { name: 'Payment History' }).click()

  await expect(page.getByText('Your payments could not be loaded.')).toBeVisible()
  expect(logged).toContainEqual(expect.stringContaining('Not loaded: my-payments (500)'))
})

test('the receipt of a payment is a PDF', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  await buyCourse(academy, learner, await makeShortCourse(academy))
  await signIn(page, academy, learner, '/my-courses?tab=payments')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()

  expect((await downloading).suggestedFilename()).toMatch(/^Receipt-.+\.pdf$/)
})

test('a refund is asked for, confirmed, and closes the course', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await buyCourse(academy, learner, course)
  await signIn(page, academy, learner, '/my-courses?tab=payments')
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You get ₹4,999 back')

  await page.getByRole('button', { name: 'Refund ₹4,999' }).click()

  await expect(page.getByText('Your refund is on its way.')).toBeVisible()
  await expect(page.getByRole('row', { name: course.title })).toContainText('Refunded')
  await page.goto(`/course/${course.id}`)
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeVisible()
})

test('of two choices made one after the other the later one holds, however slow the first one is', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeLearner(academy.db), '/my-courses?tab=details')
  const mails = page.getByLabel('Mails about questions and answers')
  const first = await holdChange(page, '**/my-account/discussion-mails')
  await mails.selectOption('Never')
  await first.isSent
  const isSaved = page.getByText('Your choice is saved.')
  await mails.selectOption('At once')
  await expect(mails).toHaveValue('at_once')
  await first.letGo()
  await isSaved.waitFor()

  await page.reload()
  await expect(mails).toHaveValue('at_once')
})

test('a refund can be asked for while another is on its way', async ({ page, academy }) => {
  const learner = await makeLearner(academy.db)
  const [one, other] = [await makeShortCourse(academy), await makeShortCourse(academy)]
  for (const course of [one, other]) await buyCourse(academy, learner, course)
  await signIn(page, academy, learner, '/my-courses?tab=payments')
  const row = (course: { title: string }) => page.getByRole('row', { name: course.title })
  const question = page.getByRole('alertdialog')
  const goOn = await holdCalls(page, 'POST', '**/refund')
  await row(one).getByRole('button', { name: 'Ask for a refund' }).click()
  await question.getByRole('button', { name: 'Refund ₹4,999' }).click()
  await question.getByRole('button', { name: 'Keep the course' }).click()
  await row(other).getByRole('button', { name: 'Ask for a refund' }).click()
  goOn()
  await expect(page.getByText('Your refund is on its way.')).toBeVisible()
  await expect(question).toContainText(other.title)

  await question.getByRole('button', { name: 'Refund ₹4,999' }).click()

  await expect(question).toBeHidden()
  await expect(row(other)).toContainText('Refunded')
})
