import type { Route } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeAdmin, makeBundle, makeLearner } from '../support/factories.ts'
import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { expectListed, makeShortCourse } from './support/courses.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('who closes the checkout can press the button again', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  page.on('dialog', (dialog) => void dialog.accept()) // the sheet asks whether to stop
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await checkoutSheet(page).getByRole('button', { name: 'Close' }).click()

  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('pre_payment_token')
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
})

test('a payment that the bank refuses can be tried again in the same sheet', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  const sheet = checkoutSheet(page)

  await sheet.getByRole('button', { name: 'Fail this payment' }).click()
  await expect(sheet.getByRole('alert')).toContainText('You can try again.')
  await payBy(page, 'Card')

  await expect(page).toHaveURL(/\/payment-success/)
})

test('who closes the browser right after paying still gets the course', async ({
  page,
  context,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  await signIn(page, academy, learner, `/course/${course.id}`)
  await context.route('**/api/payment/verify', () => undefined) // never answered
  const asked = page.waitForRequest('**/api/payment/verify')
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await payBy(page, 'Netbanking')
  await asked

  await page.close()

  const listCourses = () => academy.as(learner)('GET /my-courses', {})
  await expect.poll(listCourses, { timeout: 60_000 }).toHaveLength(1)
  const later = await context.newPage()
  await later.goto('/my-courses')
  await expect(later.getByRole('heading', { name: course.title })).toBeVisible()
  await later.getByRole('tab', { name: 'Payment History' }).click()
  await expect(later.getByRole('row', { name: course.title })).toContainText(/completed/i)
})

test('who lives outside India is told that they cannot buy, before any payment', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  // As an academy with a GSTIN answers.
  await page.route('**/api/payment/create-order', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: { status: 400, code: 'buyer_state_missing', title: 'State missing', detail: 'Which?' },
    }),
  )
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where do you live?' })
  const place = dialog.getByLabel('State or Union territory')

  await place.selectOption('Outside India')
  await dialog.getByRole('button', { name: 'Go to the payment' }).click()

  await expect(place).toHaveAccessibleDescription('We can sell to buyers in India only at present.')
  await expect(page.locator('iframe[title="Payment"]')).toHaveCount(0)
})

test('an order that cannot be made is told, and the button works again', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.route('**/api/payment/create-order', (route) =>
    route.fulfill({ status: 503, json: {} }),
  )

  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Payment initiation failed. Please try again.',
  )
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
})

test('a checkout script that does not load is told with its reason', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/checkout\.js/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.route('**/v1/checkout.js', (route) => route.abort())

  await page.getByRole('button', { name: 'Purchase Now' }).click()

  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(
    'Payment initiation failed. Please try again.',
  )
  await expect(main).toContainText('Failed to load Razorpay SDK')
})

const failed = 'Payment verification failed. Please contact support.'

test('a payment that cannot be verified is told, with advice', async ({ page, academy, watch }) => {
  watch.allow(/400/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.route('**/api/payment/verify', async (route) => {
    const body = { ...route.request().postDataJSON(), razorpay_signature: 'f'.repeat(64) }
    await route.continue({ postData: body })
  })
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await payBy(page, 'Wallet')

  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(failed)
  await expect(main).toContainText('Please do not pay again')
  await expect(page).toHaveURL(`/course/${course.id}`)
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

const refusals = [
  { says: 'pending', answer: { status: 200, json: { status: 'pending' } }, beside: 'is safe' },
  { says: 'refunded', answer: { status: 200, json: { status: 'refunded' } }, beside: 'refunded' },
]
for (const { says, answer, beside } of refusals) {
  test(`a verification that is answered with ${says} is told at once`, async ({
    page,
    academy,
  }) => {
    const course = await makeShortCourse(academy)
    await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
    await page.route('**/api/payment/verify', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Purchase Now' }).click()

    await payBy(page, 'UPI')

    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toHaveText(failed)
    await expect(main).toContainText(beside)
    await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  })
}

test('a payment that nobody confirms ends with the sentence, our reassurance and a free button', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/503/)
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await page.route('**/api/payment/verify', (route) => route.fulfill({ status: 503, json: {} }))
  await page.clock.install()
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await payBy(page, 'UPI')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your payment is being confirmed.')

  await page.clock.fastForward(30_000)

  await expect(main.getByRole('alert')).toHaveText(failed)
  await expect(main).toContainText('You need not pay again')
  await expect(page.getByRole('button', { name: 'Purchase Now' })).toBeEnabled()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('who goes on to another page while their payment is confirmed stays there', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/payment/verify', async (route) => {
    await isAnswered
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/payment/verify')
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await payBy(page, 'UPI')
  await asked
  await page.getByRole('contentinfo').getByRole('link', { name: 'Courses', exact: true }).click()
  await expect(page).toHaveURL('/courses')

  const readAgain = page.waitForRequest('**/courses.data*')
  answer()
  await readAgain

  await expect(page).toHaveURL('/courses')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('who is signed out while paying logs in again and finds the course, not a second checkout', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401/)
  const course = await makeShortCourse(academy)
  const password = 'kalakriti-2026'
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
  await signIn(page, academy, learner, `/course/${course.id}`)
  await page.route('**/api/payment/verify', (route) =>
    route.fulfill({ status: 401, json: { code: 'not_signed_in' } }),
  )
  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await payBy(page, 'UPI')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL(`/course/${course.id}?payment=pending`)
  await expect(page.getByRole('link', { name: 'Get Certificate' })).toBeVisible()
  await expect(page.locator('iframe[title="Payment"]')).toHaveCount(0)
})

test('who is signed out in the middle of buying goes to the login', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401/)
  const course = await makeShortCourse(academy)
  const learner = await makeLearner(academy.db)
  const seen = page.waitForResponse(`**/api/courses/${course.id}`) // as who is logged in
  await signIn(page, academy, learner, `/course/${course.id}`)
  await seen
  await fetch(`${academy.url}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}` },
  })

  await page.getByRole('button', { name: 'Purchase Now' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('main')).toContainText('Your session has ended.')
})

test('a visitor who wants to buy from the list goes to the login first', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  await expectListed(academy, course)
  await page.goto(`/courses?search=${encodeURIComponent(course.title)}`)
  const card = page.getByRole('listitem').filter({ hasText: course.title })

  await card.getByRole('button', { name: 'Purchase Now' }).click()

  await expect(page).toHaveURL('/login')
})

test('a course deleted while somebody looks at it cannot be bought any more', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/404/)
  const course = await makeShortCourse(academy)
  const seen = page.waitForResponse(`**/api/courses/${course.id}`)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)
  await seen
  const deleted = await fetch(`${academy.url}/api/admin/courses/${course.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${(await makeAdmin(academy.db)).token}` },
  })
  expect(deleted.status).toBe(200)

  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Payment initiation failed. Please try again.',
  )
  const answer = await page.reload()

  // In the browser it stands for three seconds, in which a busy test may not look.
  expect(await answer?.text()).toMatch(/<h1[^>]*>Course Not Found</)
  await expect(page).toHaveURL('/courses')
})

test('the checkout offers UPI, card, netbanking, wallet and EMI', async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}`)

  await page.getByRole('button', { name: 'Purchase Now' }).click()

  for (const method of ['UPI', 'Card', 'Netbanking', 'Wallet', 'EMI']) {
    await expect(checkoutSheet(page).getByRole('radio', { name: method })).toBeVisible()
  }
})

test('a course whose payment is pending stays in sight when a question about it is lost', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  const course = await makeShortCourse(academy)
  let isLost = false
  let losses = 0
  await page.route(`**/api/courses/${course.id}*`, async (route) => {
    if (isLost) {
      losses += 1
      return route.abort()
    }
    const answer = await route.fetch()
    return route.fulfill({ json: { ...(await answer.json()), title: 'As its buyer sees it' } })
  })
  await page.clock.install()
  await signIn(page, academy, await makeLearner(academy.db), `/course/${course.id}?payment=pending`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('As its buyer sees it')

  isLost = true
  for (const lostSoFar of [0, 1]) {
    await page.clock.fastForward(5_000)
    await expect.poll(() => losses).toBeGreaterThan(lostSoFar)
  }

  await expect(heading).toHaveText('As its buyer sees it')
  await expect(page).toHaveURL(`/course/${course.id}?payment=pending`)
})

test('for a visitor who opens the address of a pending payment nothing is asked', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  let asked = 0
  await page.route(`**/course/${course.id}.data*`, (route) => {
    asked += 1
    return route.continue()
  })
  await page.clock.install()
  await page.goto(`/course/${course.id}?payment=pending`)
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible()

  await page.clock.runFor(30_000)

  expect(asked).toBe(0)
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible()
})

test('a bundle, and a course to a visitor, stay in sight when a question about them is lost', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED|403|502/)
  const course = await makeShortCourse(academy)
  const bundleId = await makeBundle(academy.db, [course.id])
  const refuse = (status: number) => (route: Route) =>
    route.fulfill({ status, contentType: 'text/html', body: '<h1>From a proxy</h1>' })
  const losses = [(route: Route) => route.abort(), refuse(403), refuse(502)]
  const shown = { [`/bundles/${bundleId}`]: 'All of Film', [`/course/${course.id}`]: course.title }
  for (const [path, name] of Object.entries(shown)) {
    await page.goto(`${path}?payment=refunded`)
    await expect(page.getByText('is being refunded')).toBeVisible() // the scripts are at work
    for (const lose of losses) {
      await page.route(`**${path}.data*`, lose, { times: 1 })

      await page.evaluate(readAgain)

      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
  }
})

/** In the page: as after a checkout that led away. */
function readAgain(): Promise<void> {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { revalidate(): Promise<void> }
  }
  return router.revalidate()
}
