import type { Locator, Page, Route } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { orderReturns, orders } from '../../src/domains/checkout/server/tables.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import {
  grantCourse,
  hideCourse,
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  makeStaff,
} from '../support/factories.ts'
import { makeShortCourse, newTitle } from './support/courses.ts'
import { holdCalls } from './support/hold-calls.ts'
import { lengthenTimers } from './support/lengthen-timers.ts'
import { newEmail, signIn } from './support/people.ts'
import { buyCourse, orderCourse } from './support/purchases.ts'
import { admin } from './support/running-product.ts'
import type { Academy } from './support/test.ts'
import { expect, test } from './support/test.ts'

test('an administrator logs in, puts a course on sale, sees it public, and takes it off again', async ({
  page,
  browser,
  academy,
}) => {
  const title = newTitle('Made by Hand')
  const call = page.waitForRequest('**/api/auth/admin/login')
  await page.goto('/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  expect((await call).postDataJSON()).toEqual({ email: admin.email, password: admin.password })
  await expect(page).toHaveURL('/admin')

  await test.step('fills in the form', async () => {
    await page.getByRole('button', { name: '+ Create New Course' }).click()
    await page.getByLabel('Course Title').fill(title)
    await page.getByLabel('Price').fill('1499')
    await page.getByLabel('Course Description').fill('All by hand, nothing by chance.')
    await page.getByLabel('Thumbnail URL').fill('/covers/ai-reels-studio.svg')
    await page.getByRole('button', { name: 'Add Module' }).click()
    const module = page.getByRole('group', { name: 'Module 1' })
    await module.getByLabel('Module Title').fill('Hands')
    await expect(module.getByLabel('Video Title')).toHaveCount(1) // one empty video to begin with
    await module.getByLabel('Video Title').fill('Left')
    await module.getByLabel('Video URL').fill('https://youtu.be/aqz-KE-bpKQ')
    await module.getByLabel('Duration').fill('10 min')
    await module.getByRole('button', { name: 'Add Video' }).click()
    const second = module.getByRole('group', { name: 'Video 2' })
    await second.getByLabel('Video Title').fill('Right')
    await second.getByLabel('Video URL').fill('https://vimeo.com/76979871')
    await module.getByRole('button', { name: 'Move video 2 up' }).press('Enter')
    await expect(module.getByRole('button', { name: 'Move video 1 up' })).toBeFocused()
    await module.getByRole('button', { name: 'Move video 1 down' }).press('Enter')
    await expect(module.getByRole('button', { name: 'Move video 2 down' })).toBeFocused()
    await module.getByRole('button', { name: 'Add Video' }).click()
    await module.getByRole('button', { name: 'Remove Video' }).last().click()
    await page.getByRole('button', { name: 'Add Module' }).click()
    await page.getByRole('button', { name: 'Remove Module' }).last().click()
    await expect(page.getByRole('group', { name: /^Module/ })).toHaveCount(1)
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/admin/courses'),
    )
    await page.getByRole('button', { name: 'Create Course' }).click()
    const lessons = [
      { title: 'Left', url: 'https://youtu.be/aqz-KE-bpKQ', duration: '10 min' },
      { title: 'Right', url: 'https://vimeo.com/76979871', duration: '' },
    ]
    expect((await sending).postDataJSON()).toMatchObject({
      title,
      description: 'All by hand, nothing by chance.',
      price: 1499,
      modules: [{ title: 'Hands', description: '', videos: lessons }],
    })
    await expect(page.getByText('Course created successfully!')).toBeVisible()
    await expect(page.getByLabel('Course Title')).toBeHidden()
  })

  const existing = page.getByRole('listitem').filter({ hasText: title })
  await test.step('looks at its details', async () => {
    await expect(existing.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
    await expect(existing).toContainText('₹1,499')
    await expect(existing).toContainText('1 module')
    await expect(existing).toContainText('All by hand, nothing by chance.')
    await existing.getByRole('button', { name: 'View Details' }).click()
    const details = page.getByRole('dialog', { name: title })
    await expect(details).toContainText('Hands')
    await expect(details.getByRole('listitem').filter({ hasText: 'Left' })).toContainText('10 min')
    await expect(details).toContainText('Right')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('a visitor sees it', async () => {
    const visitor = await browser.newPage({ baseURL: academy.url })
    await visitor.goto(`/courses?search=${encodeURIComponent(title)}`)
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
    await visitor.context().close()
  })

  await test.step('deletes it after a second thought', async () => {
    await existing.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Are you sure you want to delete this course?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(existing).toBeVisible()
    await existing.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Course deleted successfully!')).toBeVisible()
    await expect(existing).toHaveCount(0)
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.click()
    await expect(dismiss).toHaveCount(0)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })
})

test('a course that cannot be created or deleted is told, and the form stays open', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/500/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  // The grid reads the same address.
  await page.route('**/api/admin/courses**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: {} }),
  )
  await page.getByRole('button', { name: '+ Create New Course' }).click()
  await page.getByLabel('Course Title').fill('Lost')
  await page.getByLabel('Price').fill('1')
  await page.getByLabel('Course Description').fill('Never to be.')

  await page.getByRole('button', { name: 'Create Course' }).click()

  await expect(page.getByText('Failed to create course')).toBeVisible()
  await expect(page.getByLabel('Course Title')).toHaveValue('Lost')
  await page.route('**/api/admin/courses/**', (route) => route.fulfill({ status: 500, json: {} }))
  const existing = page.getByRole('listitem').filter({ hasText: 'AI Reels Studio' })
  await existing.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete course')).toBeVisible()
  await expect(existing).toBeVisible()
})

test('the form for a course says field by field what is missing, and Cancel empties it', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  await page.getByRole('button', { name: '+ Create New Course' }).click()
  await page.getByRole('button', { name: 'Add Module' }).click()
  await page.getByLabel('Price').fill('0.5')
  await page.getByLabel('Thumbnail URL').fill('not an address')

  await page.getByRole('button', { name: 'Create Course' }).click()

  for (const label of [
    'Course Title',
    'Price',
    'Course Description',
    'Thumbnail URL',
    'Module Title',
    'Video Title',
    'Video URL',
  ]) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByText('Thumbnail must be a URL.')).toBeVisible()
  for (const label of ['Module Description', 'Duration']) {
    await expect(page.getByLabel(label)).not.toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByLabel('Price')).toHaveAttribute('min', '1')
  await expect(page.getByLabel('Price')).toHaveAttribute('step', '1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: '+ Create New Course' }).click()
  await expect(page.getByLabel('Thumbnail URL')).toHaveValue('')
  await expect(page.getByLabel('Module Title')).toHaveCount(0)
})

test('a half-filled form for a course survives a reload and the way back, until it is cancelled', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  await page.getByRole('button', { name: '+ Create New Course' }).click()
  await page.getByLabel('Course Title').fill('Half a Course')
  await page.getByRole('button', { name: 'Add Module' }).click()
  await page.getByLabel('Module Title').fill('Half a Module')

  await page.reload()
  await expect(page.getByLabel('Course Title')).toHaveValue('Half a Course')
  await expect(page.getByLabel('Module Title')).toHaveValue('Half a Module')
  await expect(page.getByLabel('Price')).toHaveValue('')
  await page.getByLabel('Price').fill('1499')
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByLabel('Course Title')).toHaveValue('Half a Course')
  await expect(page.getByLabel('Price')).toHaveValue('1499')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()

  await expect(page.getByRole('button', { name: '+ Create New Course' })).toBeVisible()
  await expect(page.getByLabel('Course Title')).toHaveCount(0)
})

test('whoever is about to delete a course reads how many learners keep it', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  for (const _ of [1, 2]) {
    await grantCourse(academy.db, await makeLearner(academy.db), course)
  }
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  const existing = page.getByRole('listitem').filter({ hasText: course.title })

  await existing.getByRole('button', { name: 'Delete' }).click()

  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete this course?')
  await expect(question).toContainText('2 learners have it and keep it.')
})

test('the payment details name everybody, shorten ids, and fix what is pending', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  const pending = await makeShortCourse(academy)
  const { razorpay_payment_id: paymentId } = await buyCourse(academy, learner, course)
  await orderCourse(academy, learner, pending)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')

  await page.getByRole('tab', { name: 'Payment Details' }).click()

  for (const heading of [
    'Created',
    'Completed',
    'User',
    'Course',
    'Amount',
    'Status',
    'Payment ID',
  ]) {
    await expect(page.getByRole('columnheader', { name: heading }).first()).toBeVisible()
  }
  const row = page.getByRole('row', { name: course.title })
  await expect(row).toContainText(learner.name)
  await expect(row).toContainText(learner.email)
  await expect(row).toContainText('₹4,999')
  await expect(row.getByText('Completed', { exact: true })).toHaveClass(/leaf/)
  await expect(row.getByTitle(paymentId)).toHaveText(`${paymentId.slice(0, 10)}...`)
  await expect(page.getByRole('row', { name: pending.title })).toContainText('Pending')
  const reloaded = page.waitForResponse('**/api/admin/payments/page**')
  await page.getByRole('button', { name: 'Fix Pending Status' }).click()
  await reloaded
  await expect(page.getByText(/^Success! Checked \d+ pending payments?: /)).toBeVisible()
})

test('a choice of payments keeps what is being searched, and the other way round', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin?tab=payments')
  const status = page.getByLabel('Show status')
  await status.waitFor()

  await page.getByLabel('Search payments').fill('asha')
  await status.selectOption('Failed')

  await expect(page).toHaveURL(/search=asha/)
  await expect(page).toHaveURL(/status=failed/)
  await expect(status).toHaveValue('failed')
  await expect(page.getByLabel('Search payments')).toHaveValue('asha')
})

for (const [place, label, value, other, otherValue] of [
  ['learners', 'Show', 'stalled', 'Sort', 'name'],
  ['complaints', 'Show', 'closed', 'About', 'privacy'],
] as const) {
  test(`two choices at once hold both in /admin/${place}`, async ({ page, academy }) => {
    await signIn(page, academy, await makeAdmin(academy.db), `/admin/${place}`)
    const first = page.getByLabel(label, { exact: true })
    const second = page.getByLabel(other, { exact: true })
    await second.waitFor()

    await page.evaluate(
      async (values) => {
        const own = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!
        for (const chosen of values) {
          const field = document.querySelector(`select:has(option[value=${chosen}])`)!
          own.set!.call(field, chosen)
          field.dispatchEvent(new Event('change', { bubbles: true }))
          // Until the address says so; the page is not drawn before these are over.
          for (let left = 1000; left > 0 && !location.search.includes(chosen); left -= 1) {
            await Promise.resolve()
          }
        }
      },
      [value, otherValue],
    )

    await expect(first).toHaveValue(value)
    await expect(second).toHaveValue(otherValue)
  })
}

for (const width of [640, 768, 1023]) {
  test(`the payment table has all its columns on a screen of ${width} px`, async ({
    page,
    academy,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await lengthenTimers(page, 2_500) // after which the table comes before what stands above it
    const learner = await makeLearner(academy.db, { name: 'Asha Venkataraman Subramanian' })
    const course = await makeShortCourse(academy)
    const { razorpay_payment_id: paymentId } = await buyCourse(academy, learner, course)
    await signIn(page, academy, await makeAdmin(academy.db), paymentsOf(course))
    const row = page.getByRole('row', { name: course.title })
    await expect(row).toBeVisible()
    // Alarms of other tests may stand above the table.
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))

    const table = page.getByRole('table', { name: 'Payments' })
    const headings = table.getByRole('columnheader')
    await expect(headings).toHaveText([
      /Created/,
      /Completed/,
      /User/,
      /Course/,
      /Amount/,
      /Status/,
      /Payment ID/,
    ])
    for (const part of [...(await headings.all()), ...(await row.getByRole('cell').all())]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    expect(
      await table.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth),
    ).toBe(0)
    await expect(row).toContainText(learner.email)
    await expect(row.getByTitle(paymentId)).toHaveText(`${paymentId.slice(0, 10)}...`)
    expect(await countLines(headings)).toBe(1)
  })
}

test('earlier failed tries for a course are folded under the last one, and unfold', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await failAtBuying(academy, course, 4)
  await signIn(page, academy, await makeAdmin(academy.db), paymentsOf(course))
  const rows = page.getByRole('row', { name: course.title })
  await expect(rows).toHaveCount(1)

  await rows.getByRole('button', { name: '3 earlier tries' }).click()

  await expect(rows).toHaveCount(4)
  await rows.first().getByRole('button', { name: '3 earlier tries' }).click()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: 'Payment' })).toContainText(course.title)
})

test('a link that names an order finds its payment, whose refund names what is left of it', async ({
  page,
  academy,
}) => {
  const { razorpay_payment_id } = await buyCourse(
    academy,
    await makeLearner(academy.db, { name: 'Meera Nair' }),
    await makeShortCourse(academy),
  )
  const [order] = await academy.db
    .select()
    .from(orders)
    .where(eq(orders.razorpayPaymentId, razorpay_payment_id))
  await academy.db.insert(orderReturns).values({ orderId: order!.id, refundedInPaise: 100_000 })
  const link = `/admin?tab=payments&search=${order!.id}`
  await signIn(page, academy, await makeAdmin(academy.db), link)

  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Refund this payment' }).click()

  await expect(page.getByRole('alertdialog')).toContainText('Give ₹3,999 back to Meera Nair')
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('an administrator sees both tabs, the fix beside the heading, and payments of two lines', async ({
    page,
    academy,
  }) => {
    await lengthenTimers(page, 2_500) // after which the table comes before what stands above it
    const course = await makeShortCourse(academy)
    const bought = await makeShortCourse(academy)
    await failAtBuying(academy, course, 1)
    await buyCourse(academy, await makeLearner(academy.db), bought)
    await signIn(page, academy, await makeAdmin(academy.db), paymentsOf(course))
    const row = page.getByRole('row', { name: course.title })
    await expect(row).toBeVisible()

    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveText(['Course Management', 'Payment Details'])
    expect(await countLines(tabs)).toBe(1)
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    const heading = (await page.getByRole('heading', { name: 'Payments' }).boundingBox())!
    const fix = (await page.getByRole('button', { name: 'Fix Pending Status' }).boundingBox())!
    expect(fix.height).toBeGreaterThanOrEqual(44)
    expect(fix.y).toBeLessThan(heading.y + heading.height)
    expect((await row.boundingBox())!.height).toBeLessThan(90)
    for (const text of ['Asha of the many tries', '₹4,999', 'Failed', '05 Nov 2026, 09:35 am']) {
      await expect(row.getByText(text, { exact: true })).toBeVisible()
    }
    expect(await countLines(row.getByRole('cell'))).toBe(2)
    await row.getByRole('button', { name: 'Details' }).click()
    const story = page.getByRole('dialog', { name: 'Payment' })
    for (const term of ['Created', 'Completed', 'Payment ID']) {
      await expect(story.getByText(term, { exact: true })).toBeVisible()
    }
    await page.goto(paymentsOf(bought))
    const paid = page.getByRole('row', { name: bought.title })
    await expect(paid).toContainText('Completed')
    expect(await countLines(paid.getByRole('cell'))).toBe(2)
    const byAmount = page.getByRole('columnheader', { name: 'Amount' }).getByRole('button')
    await byAmount.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(byAmount).toBeInViewport({ ratio: 1 })
    expect((await byAmount.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await byAmount.click()
    await expect(page).toHaveURL(/sort=amount/)
  })

  test('the learners begin with names, and are filtered on request', async ({ page, academy }) => {
    await makeLearner(academy.db)
    await signIn(page, academy, await makeAdmin(academy.db), '/admin/learners')

    const first = page.getByRole('row').nth(1)
    await expect(first.getByRole('link')).toBeInViewport({ ratio: 1 })
    const { y, height } = (await first.boundingBox())!
    expect(y + height).toBeLessThan(640)
    await expect(page.getByLabel('Show')).toBeHidden()
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await page.getByLabel('Sort').selectOption('By name')

    await expect(page).toHaveURL(/sort=name/)
    await expect(page.getByRole('button', { name: 'Filter and sort (in use)' })).toBeVisible()
  })
})

/** On how many lines the cells stand that are shown. */
function countLines(cells: Locator): Promise<number> {
  return cells.evaluateAll((all) => {
    const shown = all.map((cell) => cell.getBoundingClientRect()).filter(({ height }) => height > 0)
    const middles = shown.map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => a - b)
    return middles.filter((middle, at) => at === 0 || middle - middles[at - 1]! > 10).length
  })
}

function paymentsOf({ title }: { title: string }): string {
  return `/admin?${new URLSearchParams({ tab: 'payments', search: title })}`
}

/** Failed orders, an hour apart; the last on the morning of 5 November. */
async function failAtBuying(
  { db }: Academy,
  course: { id: string; title: string },
  tries: number,
): Promise<void> {
  const { id: learnerId } = await makeLearner(db, { name: 'Asha of the many tries' })
  const last = Date.parse('2026-11-05T04:05:00Z')
  await db.insert(orders).values(
    Array.from({ length: tries }, (_, at) => ({
      id: newId(),
      receipt: newId(),
      razorpayOrderId: `order_${newId()}`,
      learnerId,
      courseId: course.id,
      courseTitle: course.title,
      amountInPaise: 499_900,
      currency: 'INR',
      status: 'failed' as const,
      createdAt: new Date(last - at * 3_600_000),
    })),
  )
}

test('a fix that fails is told with the reason of the server', async ({ page, academy, watch }) => {
  watch.allow(/503/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin?tab=payments')
  await page.route('**/api/admin/fix-payment-status', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The bank sleeps.' } }),
  )

  await page.getByRole('button', { name: 'Fix Pending Status' }).click()

  await expect(page.getByText('Error fixing payment status: The bank sleeps.')).toBeVisible()
})

test('on the first day both tabs say that there is nothing yet', async ({ page, academy }) => {
  const head = await academy.firstDay.as(null)('POST /auth/admin/login', {
    body: admin,
  })
  await signIn(page, academy.firstDay, head, '/admin')
  await expect(page.getByText('No courses created yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create First Course' }).click()
  await expect(page.getByLabel('Course Title')).toBeVisible()

  await page.getByRole('tab', { name: 'Payment Details' }).click()

  await expect(page.getByText('No payments recorded yet')).toBeVisible()
})

test('nobody but administrators gets to the dashboard', async ({ page, academy }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL('/login')

  await signIn(page, academy, await makeLearner(academy.db), '/admin')

  await expect(page).toHaveURL('/login')
})

test('the dashboard opens with what needs somebody today, each a link to its mend', async ({
  page,
  academy,
}) => {
  await page.route('**/api/admin/checklist', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await lengthenTimers(page, 2_500) // after which the tabs come without what is awaited
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')

  const needs = page.getByRole('region', { name: 'To do today' })
  await page.getByRole('tab').first().waitFor()
  // They come together: nothing moves the tabs afterwards.
  expect(await needs.count()).toBe(1)
  await needs.getByRole('link', { name: /open points? of the checklist$/ }).click()

  await expect(page).toHaveURL(/\/admin\/checklist$/)
  const sales = page.getByRole('navigation', { name: 'Admin' }).getByRole('list', { name: 'Sales' })
  await expect(sales.getByRole('link')).toHaveText(['Analytics', 'Finance', 'Offers', 'Tax'])
})

test('the dashboard does not wait for a part of it that never comes', async ({ page, academy }) => {
  await page.route('**/api/admin/checklist', () => undefined)

  await signIn(page, academy, await makeAdmin(academy.db), '/admin')

  await expect(page.getByRole('tab').first()).toBeVisible()
})

test('a new coupon opens from the list, keeps what is typed, and closes once it is made', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  const opener = page.locator('summary', { hasText: 'New coupon' })
  const code = page.getByLabel('Code')
  await expect(opener).toBeVisible()
  await expect(code).toBeHidden()

  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()
  await page.keyboard.type('KEPT')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(code).toBeHidden()
  await opener.click()
  await page.getByRole('button', { name: 'Make the coupon' }).click()
  await expect(page.getByLabel('How much')).toHaveAttribute('aria-invalid')
  await expect(code).toHaveValue('KEPT')
  await page.getByLabel('How much').fill('10')
  await page.getByRole('button', { name: 'Make the coupon' }).click()

  await expect(page.getByText('The coupon is made.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'KEPT', exact: true })).toBeVisible()
  await expect(code).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(code).toHaveValue('')
  await code.fill('NEVER')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(code).toBeHidden()
})

test('a coupon is limited as somebody wrote it: by 1,000 uses, and by no day that has no time yet', async ({
  page,
  academy,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/coupons')) {
      sent.push(request.postData() ?? '')
    }
  })
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.locator('summary', { hasText: 'New coupon' }).click()
  const form = page.getByRole('form', { name: 'New coupon' })
  const make = form.getByRole('button', { name: 'Make the coupon' })
  await form.getByLabel('Code').fill('THOUSAND')
  await form.getByLabel('How much').fill('10%')
  await make.click()
  await expect(form.getByLabel('How much')).toHaveAccessibleDescription('Please enter a number.')
  await form.getByLabel('How much').fill('10')
  await form.getByLabel('Uses in total').fill('1,000')
  await form.getByLabel('Until').focus()
  await page.keyboard.type('12122099')
  await make.click()
  await expect(form.getByLabel('Until')).toHaveAccessibleDescription(
    'Please give a date and a time.',
  )
  expect(sent).toEqual([])

  await form.getByLabel('Until').fill('2099-12-12T10:00')
  await make.click()

  await expect(page.getByRole('row').filter({ hasText: 'THOUSAND' })).toContainText('0 of 1,000')
})

test('the audit log is not saved whole for want of a month that is not typed yet', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/audit')
  const from = page.getByLabel('From')
  await from.focus()
  await page.keyboard.type('12')

  await page.getByRole('button', { name: 'Save these days as a spreadsheet' }).click()

  await expect(from).toBeFocused()
})

test('a bundle that nobody can buy says because of which course, which can be taken out', async ({
  page,
  academy,
}) => {
  const [stays, goes, comes] = [newTitle('Stays'), newTitle('Goes'), newTitle('Comes')]
  const kept = await makeCourse(academy.db, { title: stays })
  const gone = await makeCourse(academy.db, { title: goes })
  await makeCourse(academy.db, { title: comes })
  await makeBundle(academy.db, [kept.id, gone.id])
  await hideCourse(academy.db, gone)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  const row = page.getByRole('row').filter({ hasText: stays })
  await expect(row).toContainText(`no: ${goes} cannot be bought`)

  await row.getByRole('button', { name: /^Change/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the bundle' })
  await dialog.getByLabel(`${goes}, cannot be bought now`).uncheck()
  await dialog.getByLabel(comes).check()
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  await expect(row).toContainText(comes)
  await expect(row).not.toContainText(goes)
  await expect(row.getByRole('cell', { name: 'yes', exact: true })).toBeVisible()
})

test('a bundle whose answer was lost is put on sale once, as it was written last', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const [one, other, both] = [newTitle('One'), newTitle('Other'), newTitle('Both')]
  await makeCourse(academy.db, { title: one })
  await makeCourse(academy.db, { title: other })
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.getByRole('button', { name: 'New bundle' }).click()
  const dialog = page.getByRole('dialog', { name: 'New bundle' })
  await dialog.getByLabel('Title').fill(both)
  await dialog.getByLabel(one).check()
  await dialog.getByLabel(other).check()
  await dialog.getByLabel('Price, rupees').fill('7000')
  const loseAnswer = async (route: Route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  }
  await page.route('**/api/admin/bundles', loseAnswer)
  await dialog.getByRole('button', { name: 'Put it on sale' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/api/admin/bundles', loseAnswer)

  await dialog.getByLabel('Price, rupees').fill('6500')
  await dialog.getByRole('button', { name: 'Put it on sale' }).click()

  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: both })
  await expect(row.getByRole('cell', { name: '₹6,500', exact: true })).toBeVisible()
  await expect(row).toHaveCount(1)
})

test('support begins with whose refund has failed, and with an empty list sees no box', async ({
  page,
  academy,
}) => {
  const learner = await makeLearner(academy.db, { name: 'Meera Nair' })
  const failed = { payment_id: 'any', user_id: learner.id, user_name: learner.name }
  let answer = { refunds: [failed] }
  await page.route('**/api/admin/desk/failed-refunds', (route) => route.fulfill({ json: answer }))
  await signIn(page, academy, await makeStaff(academy.db, 'support'), '/admin')

  await page.getByRole('link', { name: 'Refund that failed: Meera Nair' }).click()

  await expect(page.getByRole('heading', { name: 'Meera Nair' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'To do today' })).toHaveCount(0)
  answer = { refunds: [] }
  await page.goto('/admin/learners')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('region', { name: 'To do today' })).toHaveCount(0)
})

test('who ends a coupon while the list still follows the last one ends it', async ({
  page,
  academy,
}) => {
  const [one, other] = [await makeCoupon(academy.db), await makeCoupon(academy.db)]
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  const question = page.getByRole('alertdialog')
  const end = async (code: string) => {
    await page.getByRole('button', { name: `End ${code}` }).click()
    await question.getByRole('button', { name: 'End it' }).click()
  }
  await page.getByRole('button', { name: `End ${one.code}` }).waitFor()
  const goOn = await holdCalls(page, 'GET', /\/api\/admin\/coupons/)

  await end(one.code)
  await expect(question).toBeHidden()
  await end(other.code)
  goOn()

  await expect(page.getByText(`${other.code} has ended.`)).toBeVisible()
})

test('what is typed while a coupon is being made stays, and so does the focus', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.locator('summary', { hasText: 'New coupon' }).click()
  const code = page.getByLabel('Code')
  await code.fill('EARLY')
  await page.getByLabel('How much').fill('10')
  const goOn = await holdCalls(page, 'POST', '**/api/admin/coupons')
  await page.getByRole('button', { name: 'Make the coupon' }).click()
  await code.fill('LATER')
  goOn()

  await expect(page.getByText('The coupon is made.')).toBeVisible()
  await expect(code).toHaveValue('LATER')
  await expect(code).toBeFocused()
})

test('the address that is typed while an invitation is on its way stays', async ({
  page,
  academy,
}) => {
  await signIn(page, academy, await makeStaff(academy.db, 'owner'), '/admin/staff')
  const [one, other] = [newEmail(), newEmail()]
  const email = page.getByLabel('E-mail')
  await email.fill(one)
  const goOn = await holdCalls(page, 'POST', '**/api/admin/staff')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await email.fill(other)
  goOn()

  await expect(page.getByText(`An invitation is on its way to ${one}.`)).toBeVisible()
  await expect(email).toHaveValue(other)
})

test('nothing is typed into a course that is on its way', async ({ page, academy }) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin')
  await page.getByRole('button', { name: '+ Create New Course' }).click()
  const title = page.getByLabel('Course Title')
  await title.fill(newTitle('On its Way'))
  await page.getByLabel('Price').fill('1')
  await page.getByLabel('Course Description').fill('Soon.')
  const goOn = await holdCalls(page, 'POST', '**/api/admin/courses')
  await page.getByLabel('Price').press('Enter')
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeFocused()
  await title.focus()
  await expect(title).not.toBeFocused()
  goOn()

  await expect(page.getByRole('button', { name: '+ Create New Course' })).toBeFocused()
})

test('who is elsewhere when a coupon is made stays there', async ({ page, academy }) => {
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  await page.locator('summary', { hasText: 'New coupon' }).click()
  const code = page.getByLabel('Code')
  await code.fill('ELSEWHERE')
  await page.getByLabel('How much').fill('10')
  const goOn = await holdCalls(page, 'POST', '**/api/admin/coupons')
  await page.getByRole('button', { name: 'Make the coupon' }).click()
  const elsewhere = page.getByRole('button', { name: 'New bundle' })
  await elsewhere.focus()
  goOn()

  await expect(code).toBeHidden()
  await expect(elsewhere).toBeFocused()
})

test('a launch price stays with its course when the list of courses turns round', async ({
  page,
  academy,
}) => {
  let isTurned = false
  await page.route(/\/api\/admin\/courses$/, async (route) => {
    const answer = await route.fetch()
    const rows: unknown[] = await answer.json()
    await route.fulfill({ json: isTurned ? rows.toReversed() : rows })
  })
  await makeShortCourse(academy)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/offers')
  const course = page.getByRole('region', { name: 'Launch prices' }).getByLabel('Course')
  const first = course.getByRole('option').first()
  await page.locator('summary', { hasText: 'New launch price' }).click()
  const before = await course.inputValue()
  await expect(first).toHaveAttribute('value', before)
  await page.getByLabel('Launch price, rupees').fill('4200')

  isTurned = true
  await page.evaluate(() => {
    const later = Date.now() + 60_000
    Date.now = () => later
    window.dispatchEvent(new Event('visibilitychange'))
  })

  await expect(first).not.toHaveAttribute('value', before)
  await expect(course).toHaveValue(before)
  await expect(page.getByLabel('Launch price, rupees')).toHaveValue('4200')
})

test('a file that fails while another is being saved is told', async ({ page, academy, watch }) => {
  watch.allow(/500/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/tax')
  await page.route('**/gstr1-b2b.csv*', (route) => route.fulfill({ status: 500, json: {} }))
  const goOn = await holdCalls(page, 'GET', /gstr1-b2b\.csv/)
  await page.getByRole('button', { name: /^Table 4/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Table 5/ }).click()
  await saved
  goOn()

  await expect(page.getByRole('region', { name: 'For GSTR-1' }).getByRole('alert')).toBeVisible()
})

for (const hand of ['mouse', 'finger'] as const) {
  test(`a button that moves away under a ${hand} is pressed all the same, and none that is left`, async ({
    page,
    academy,
  }) => {
    const goOn = await holdCalls(page, 'GET', '**/api/admin/tax-settings')
    await signIn(page, academy, await makeAdmin(academy.db), '/admin/tax')
    const asked: string[] = []
    page.on('request', (request) => asked.push(...(/gstr1-[\w-]+/.exec(request.url()) ?? [])))
    const table = page.getByRole('button', { name: /^Table 7/ })
    await table.scrollIntoViewIfNeeded()
    const before = await middleOf(table)
    const { down, up } = await (hand === 'mouse' ? useMouse(page) : useFinger(page))
    await down(before)
    goOn()
    await expect(page.getByText('Change the tax settings')).toBeVisible()
    expect(await middleOf(table)).not.toEqual(before)
    const saved = page.waitForEvent('download')
    await up()
    await saved

    await page.getByRole('button', { name: /^Table 13/ }).hover()
    await page.mouse.down()
    await page.getByRole('heading', { name: 'For GSTR-1' }).hover()
    await page.mouse.up()
    await page.getByRole('button', { name: /^Table 9B.*registered/ }).click()

    await expect.poll(() => asked).toEqual(['gstr1-b2cs', 'gstr1-cdnr'])
  })
}

interface Spot {
  x: number
  y: number
}

async function middleOf(what: Locator): Promise<Spot> {
  const { x, y, width, height } = (await what.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

async function useMouse({ mouse }: Page) {
  const down = async ({ x, y }: Spot) => {
    await mouse.move(x, y)
    await mouse.down()
  }
  return { down, up: () => mouse.up() }
}

async function useFinger(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Spot[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return { down: (spot: Spot) => touch('touchStart', [spot]), up: () => touch('touchEnd', []) }
}
