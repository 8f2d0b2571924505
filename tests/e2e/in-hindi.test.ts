import { checkoutSheet, payBy } from './support/checkout-sheet.ts'
import { expectListed, makeShortCourse } from './support/courses.ts'
import { hindi } from './support/hindi.ts'
import { newEmail, readMailedCode } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('the whole way from the start page to the certificate can be gone in Hindi', {
  tag: '@phone-only',
}, async ({ page, academy }) => {
  const course = await makeShortCourse(academy)
  await expectListed(academy, course)
  const email = newEmail()
  const main = page.getByRole('main')

  await test.step('changes to Hindi, and stays on the page', async () => {
    await page.goto('/courses')
    await page.getByRole('link', { name: 'हिन्दी' }).first().click()
    await expect(page).toHaveURL('/hi/courses')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
    const card = page.getByRole('listitem').filter({ hasText: course.title })
    await card.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title)
    await expect(page).toHaveURL(`/hi/course/${course.id}`)
  })

  await test.step('signs up on the way to the checkout', async () => {
    await page.getByRole('button', { name: hindi('Purchase Now') }).click()
    await expect(page).toHaveURL('/hi/login')
    await main.getByRole('link', { name: hindi('Sign up') }).click()
    await page.getByLabel(hindi('Full Name')).fill('मीरा कण्णन')
    await page.getByLabel(hindi('Email'), { exact: true }).fill(email)
    await page.getByLabel(hindi('Password'), { exact: true }).fill('a long enough password')
    await page.getByLabel(hindi('Confirm Password'), { exact: true }).fill('a long enough password')
    await page.getByRole('button', { name: hindi('Sign Up') }).click()
    await expect(page.getByLabel(hindi('Verification Code'))).toBeVisible()
    await page.getByLabel(hindi('Verification Code')).fill(await readMailedCode(academy, email))
    await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself
  })

  await test.step('pays, and is told so in Hindi', async () => {
    await expect(page).toHaveURL(`/hi/course/${course.id}`)
    await payBy(page, 'UPI')
    await expect(page).toHaveURL(/\/hi\/payment-success\?payment_id=pay_\w+&course_id=/)
    await expect(main).toContainText(hindi('Payment Successful'))
  })

  await test.step('watches the course', async () => {
    await page.goto(`/hi/course/${course.id}`)
    await main
      .getByRole('button', { name: hindi('Play video: {lesson}').replace('{lesson}', 'Video 1') })
      .click()
    await page.getByLabel(hindi('Speed')).selectOption('2')
    await expect(main).toContainText(hindi('You have completed this course. Congratulations!'), {
      timeout: 60_000,
    })
  })

  await test.step('gets the certificate', async () => {
    await page.goto('/hi/my-courses')
    await page.getByRole('link', { name: hindi('Get Certificate') }).click()
    await expect(page).toHaveURL(/\/hi\/certificate\//)
    await page.getByRole('button', { name: hindi('Confirm') }).click()
    await expect(main).toContainText(hindi('Congratulations!'))
    await expect(main).toContainText('मीरा कण्णन')
    const sheet = main.getByRole('article')
    await expect(sheet).toContainText(hindi('Certificate of Completion'))
    await main.getByLabel(hindi('Language of the certificate')).selectOption('English')
    await expect(sheet).toContainText('Certificate of Completion')
    await expect(main).toContainText(hindi('Congratulations!'))
  })
})

test('who changes the language at the door goes on buying what they came for', async ({
  page,
  academy,
}) => {
  const course = await makeShortCourse(academy)
  const email = newEmail()
  const bought = page.getByRole('region', { name: hindi('What you are buying') })
  await page.goto(`/course/${course.id}`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await expect(page.getByRole('region', { name: 'What you are buying' })).toBeVisible()

  await page.getByRole('link', { name: 'हिन्दी' }).first().click()
  await expect(page).toHaveURL('/hi/login')
  await expect(bought).toContainText(course.title)
  await page
    .getByRole('main')
    .getByRole('link', { name: hindi('Sign up') })
    .click()
  await page.getByLabel(hindi('Full Name')).fill('मीरा कण्णन')
  await page.getByLabel(hindi('Email'), { exact: true }).fill(email)
  await page.getByLabel(hindi('Password'), { exact: true }).fill('a long enough password')
  await page.getByLabel(hindi('Confirm Password'), { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: hindi('Sign Up') }).click()
  await expect(page.getByLabel(hindi('Verification Code'))).toBeVisible()
  await page.getByRole('link', { name: 'English' }).first().click()
  await page.getByLabel('Verification Code').fill(await readMailedCode(academy, email))
  await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself

  await expect(page).toHaveURL(`/course/${course.id}`)
  await expect(checkoutSheet(page).getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
})

test('what the last screen left to be told at the login is not told again in another language', async ({
  page,
}) => {
  await page.goto('/login')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  const told = page.getByText('Your password is changed.')
  // A router that the page does not listen to yet changes nothing.
  await expect(async () => {
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string, options: object): Promise<void> }
      }
      const notice = { tone: 'success', text: 'Your password is changed.' }
      return router.navigate('/login', { state: { notice } })
    })
    await expect(told).toBeVisible({ timeout: 5_000 })
  }).toPass()

  await page.getByRole('link', { name: 'हिन्दी' }).first().click()
  await expect(page).toHaveURL('/hi/login')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)

  await expect(page.getByLabel(hindi('Email'))).toBeVisible()
  await expect(told).toHaveCount(0)
})
