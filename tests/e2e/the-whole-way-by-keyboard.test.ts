import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { completeCourse, makeLearner } from '../support/factories.ts'
import { checkoutSheet } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { expect, test } from './support/test.ts'

/** Presses Tab until the control with this name has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  await target.first().waitFor()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement)))
      return
  }
  throw new Error(`Tab never came to the ${role} "${name}"`)
}

test('somebody without a mouse comes from the start page to their certificate', async ({
  page,
  academy,
}) => {
  const password = 'a long enough password'
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
  const course = await makeShortCourse(academy)
  await page.goto('/')

  await test.step('skips the header', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, 'link', 'See the courses')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/courses')
  })

  await test.step('logs in', async () => {
    await page.goto(`/course/${course.id}`)
    await tabTo(page, 'button', 'Purchase Now')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await tabTo(page, 'textbox', 'Email')
    await page.keyboard.type(learner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/course/${course.id}`)
  })

  await test.step('pays in the sheet, which opened by itself', async () => {
    const sheet = checkoutSheet(page)
    await expect(sheet.getByRole('radio', { name: 'UPI' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(sheet.getByRole('radio', { name: 'Card' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/payment-success/)
  })

  await test.step('opens the first lesson', async () => {
    await tabTo(page, 'link', 'Start lesson 1')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/course/${course.id}`)
    await tabTo(page, 'button', 'Play video: Video 1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused()
  })

  await test.step('finds the certificate of the finished course', async () => {
    await completeCourse(academy.db, learner, await makeShortCourse(academy))
    await page.goto('/my-courses')
    await tabTo(page, 'link', 'Get Certificate')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Confirm')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await tabTo(page, 'button', 'Download PDF')
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
  })
})
