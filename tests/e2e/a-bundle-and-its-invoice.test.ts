import { makeAdmin, makeBundle, makeLearner } from '../support/factories.ts'
import { payBy } from './support/checkout-sheet.ts'
import { makeShortCourse } from './support/courses.ts'
import { startOwnProduct } from './support/own-product.ts'
import { signIn } from './support/people.ts'
import { readRunningProduct } from './support/running-product.ts'
import { expect, test } from './support/test.ts'

test('a bundle is bought as one order, and its State is asked once', async ({
  page,
  watch,
}, testInfo) => {
  watch.allow(/400/)
  const academy = await startOwnProduct(
    testInfo.outputPath('data'),
    readRunningProduct().taxDatabaseUrl,
  )
  const { site } = academy
  const courses = await Promise.all([makeShortCourse(academy), makeShortCourse(academy)])
  const bundleId = await makeBundle(
    academy.db,
    courses.map(({ id }) => id),
  )
  const settings = { legal_name: 'Academy', address: 'Mumbai', state: '27', sac: '999293' }
  await site.as(await makeAdmin(academy.db))('PUT /admin/tax-settings', {
    body: { ...settings, gstin: '27AAPFU0939F1ZV' },
  })
  await signIn(page, site, await makeLearner(academy.db), `/bundles/${bundleId}`)

  await expect(page.getByText('Save ₹3,999')).toBeVisible()
  await expect(page.getByText('Price includes 18 % GST (₹915.10)')).toBeVisible()
  const purchase = page.getByRole('button', { name: 'Purchase Now' })
  await purchase.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Where do you live?' })
  await expect(dialog.getByLabel('State or Union territory')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(purchase).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Go to the payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please choose')
  await dialog.getByLabel('State or Union territory').selectOption('Karnataka')
  await dialog.getByRole('button', { name: 'Go to the payment' }).click()
  await expect(dialog).toBeHidden()
  await payBy(page, 'UPI')
  await expect(page).toHaveURL(/\/payment-success/)
  await page.getByRole('link', { name: 'Go to My Courses' }).click()

  for (const { title } of courses) await expect(page.getByText(title).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Payment History' }).click()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Invoice/ }).click(),
  ])
  expect(invoice.suggestedFilename()).toMatch(/^INV-\d{4}-\d{5}\.pdf$/)

  await page.getByRole('link', { name: 'Change the State or GSTIN of future invoices' }).click()
  const details = page.getByRole('region', { name: 'State and GSTIN' })
  await expect(details).toContainText('Karnataka')
  await expect(details).toContainText('Invoices that you have stay as they are.')
  const opener = details.getByRole('button', { name: 'Change State or GSTIN' })
  await opener.press('Enter')
  const change = page.getByRole('dialog', { name: 'State and GSTIN' })
  await change.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(change).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await change.getByLabel('I have a GSTIN').check()
  await change.getByLabel('GSTIN', { exact: true }).fill('27AAPFU0939F1ZW')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change.getByLabel('GSTIN', { exact: true })).toHaveAccessibleDescription(
    /typing mistake/,
  )
  await change.getByLabel('GSTIN', { exact: true }).fill('27AAPFU0939F1ZV')
  await change.getByLabel('Name of the business').fill('Usha Films LLP')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change.getByLabel('Address of the business')).toHaveAccessibleDescription(
    /Please enter the address/,
  )
  await change.getByLabel('Address of the business').fill('4 Marine Drive, Mumbai')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(details).toContainText('Your State and GSTIN are saved for your next invoice.')
  await expect(details).toContainText('Maharashtra')
  await expect(details).toContainText('Usha Films LLP')
  await opener.click()
  await change.getByLabel('I have a GSTIN').uncheck()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(details).not.toContainText('Usha Films LLP')
  await page.close()
  await academy.stop()
})
