import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeLearner } from '../support/factories.ts'
import { startOwnProduct } from './support/own-product.ts'
import { signIn } from './support/people.ts'
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

test('a learner adds a passkey, names it, logs in by it alone, and removes it', async ({
  page,
  watch,
}, testInfo) => {
  test.setTimeout(180_000)
  watch.allow(/40[013]/)
  const { passkeysDatabaseUrl } = readRunningProduct()
  const product = await startOwnProduct(
    testInfo.outputPath('data'),
    passkeysDatabaseUrl,
    (port) => ({
      PUBLIC_URL: `http://localhost:${port}`,
    }),
  )
  const url = product.site.url.replace('127.0.0.1', 'localhost')
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
  const learner = await makeLearner(product.db, { passwordHash })
  await signIn(page, { ...product.site, url }, learner, '/my-courses?tab=details')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
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
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove My phone' })).toHaveCount(0)
  await product.stop()
})
