import { readFile } from 'node:fs/promises'
import { payBy } from './support/checkout-sheet.ts'
import { expectListed, makeShortCourse } from './support/courses.ts'
import { newEmail, readMailedCode } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a visitor signs up, buys a course, watches it and gets a certificate that anyone can check', {
  tag: '@phone-only',
}, async ({ page, academy, browser }) => {
  const course = await makeShortCourse(academy)
  await expectListed(academy, course)
  const email = newEmail()

  await test.step('finds the course', async () => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'See the courses' }).first().click()
    const card = page.getByRole('listitem').filter({ hasText: course.title })
    await card.getByRole('link', { name: 'View Details' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title)
  })

  await test.step('is asked to log in, and signs up instead', async () => {
    await page.getByRole('button', { name: 'Purchase Now' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('Full Name').fill('மீரா கண்ணன்')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.getByLabel('Confirm Password', { exact: true }).fill('a long enough password')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByLabel('Verification Code').fill(await codeFor(email))
    await page.keyboard.press('Enter') // a second after its sixth digit it would go by itself
  })

  await test.step('pays by UPI in the checkout that opened by itself', async () => {
    await expect(page).toHaveURL(`/course/${course.id}`)
    await payBy(page, 'UPI')
    await expect(page).toHaveURL(/\/payment-success\?payment_id=pay_\w+&course_id=/)
    const main = page.getByRole('main')
    const paymentId = new URL(page.url()).searchParams.get('payment_id')!
    await expect(main).toContainText(paymentId)
    await expect(main).toContainText('Completed')
  })

  await test.step('watches the course at double speed', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /My Courses/ })
      .click()
    await expect(page.getByRole('progressbar', { name: course.title })).toHaveAttribute(
      'aria-valuenow',
      '0',
    )
    await page.getByRole('link', { name: 'Continue Learning' }).click()
    await page.getByRole('button', { name: 'Play video: Video 1' }).click()
    await page.getByLabel('Speed').selectOption('2')
    await expect(page.getByText('You have completed this course. Congratulations!')).toBeVisible({
      timeout: 60_000,
    })
  })

  await test.step('sees the progress', async () => {
    await page.goto('/my-courses')
    await expect(page.getByRole('progressbar', { name: course.title })).toHaveAttribute(
      'aria-valuenow',
      '100',
    )
  })

  await test.step('gets the certificate', async () => {
    await page.getByRole('link', { name: 'Get Certificate' }).click()
    await expect(page.getByLabel('Your Name')).toHaveValue('மீரா கண்ணன்')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('மீரா கண்ணன்')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('a stranger finds it genuine', async () => {
    const certificateId = await readCertificateId()
    const stranger = await browser.newPage({ baseURL: academy.url })
    await stranger.goto(`/verify/${certificateId}`)
    await expect(stranger.getByRole('main')).toContainText('genuine')
    await expect(stranger.getByRole('main')).toContainText('மீரா கண்ணன்')
    await expect(stranger.getByRole('main')).toContainText(course.title)
    await stranger.context().close()
  })

  async function codeFor(email: string): Promise<string> {
    await expect(page.getByLabel('Verification Code')).toBeVisible()
    return readMailedCode(academy, email)
  }

  async function readCertificateId(): Promise<string> {
    const text = await page.getByRole('main').textContent()
    return /KA(?:-[A-Z0-9]{4}){3}/.exec(text ?? '')![0]
  }
})
