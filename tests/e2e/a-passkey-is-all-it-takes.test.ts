import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeCourse, makeLearner } from '../support/factories.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { signIn } from './support/people.ts'
import { buyCourse } from './support/purchases.ts'
import { readRunningProduct } from './support/running-product.ts'
import { expect, test } from './support/test.ts'

const password = 'a long enough password'
const passwordHash = await hashPassword(password)

// A passkey is bound to a name, so this academy is not reached by a number.
test.use({
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--host-resolver-rules=MAP localhost 127.0.0.1'],
  },
})

// One after the other: they share a database.
test.describe.configure({ mode: 'default' })

let product: OwnProduct
let url: string

test.beforeEach(async ({ page, watch }, testInfo) => {
  watch.allow(/40[013]/)
  const { passkeysDatabaseUrl } = readRunningProduct()
  product = await startOwnProduct(testInfo.outputPath('data'), passkeysDatabaseUrl, (port) => ({
    PUBLIC_URL: `http://localhost:${port}`,
  }))
  url = product.site.url.replace('127.0.0.1', 'localhost')
  watch.allowOutside(url)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})

test.afterEach(async ({ page }) => {
  await page.close() // it may be reading on
  await product.stop()
})

async function showPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('a learner adds a passkey, names it, logs in by it alone, and removes it', async ({
  page,
}) => {
  const learner = await makeLearner(product.db, { passwordHash })
  await signIn(page, { ...product.site, url }, learner, '/my-courses?tab=details')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await showPassword(page)
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name of the passkey').fill('My phone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename My phone' })).toBeVisible()

  // The browser proposes it for the e-mail; this one's finger is always there.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.goto(`${url}/login`)
  await expect(page).toHaveURL(`${url}/my-courses`)

  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(`${url}/my-courses`)

  await page.goto(`${url}/my-courses?tab=details`)
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove My phone' })).toHaveCount(0)
})

test('after a purchase a passkey is offered once, and made at a press', async ({ page }) => {
  const course = await makeCourse(product.db)
  const { site, razorpayUrl } = product
  const openPaid = async () => {
    const learner = await makeLearner(product.db, { passwordHash })
    const { razorpay_payment_id: id } = await buyCourse({ ...site, razorpayUrl }, learner, course)
    const path = `/payment-success?payment_id=${id}&course_id=${course.id}`
    await signIn(page, { ...site, url }, learner, path)
  }
  const offer = page.getByRole('heading', { name: 'Next time without a password?' })
  const expectNoMore = async () => {
    await page.reload({ waitUntil: 'networkidle' }) // what would show it has come
    await expect(page.getByRole('link', { name: 'Start lesson 1' })).toBeVisible()
    await expect(offer).toBeHidden()
  }

  await openPaid()
  await expect(offer).toBeVisible()
  await expectNoMore()

  await openPaid()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  await expectNoMore()

  await openPaid()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await showPassword(page)
  await expect(page.getByText('From now on you can log in with the lock of')).toBeVisible()
  await page.goto(`${url}/my-courses?tab=details`)
  await expect(page.getByRole('button', { name: /^Rename / })).toBeVisible()
})
