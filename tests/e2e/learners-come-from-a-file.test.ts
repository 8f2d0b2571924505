import { makeAdmin } from '../support/factories.ts'
import { newEmail, signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an import that failed is tried again, and a file that was mended is chosen again', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/ERR_FAILED/)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/learners')
  const field = page.getByLabel('CSV file')
  const csv = `email,name,courses\n${newEmail()},Meera Nair,\n`
  await field.setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText(/^1 row, nothing wrong/).waitFor()
  const address = '**/api/admin/learners/import?dry_run=false'
  await page.route(address, (route) => route.abort())
  const button = page.getByRole('button', { name: 'Bring them in' })
  await button.click()
  await expect(page.getByText(/^The academy cannot be reached/)).toBeVisible()

  await page.unroute(address)
  await button.click()

  await expect(page.getByText(/^Done: 1 new learner/)).toBeVisible()
  await expect(button).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await field.click()
  await chooser
  await expect(field).toHaveValue('')
})
