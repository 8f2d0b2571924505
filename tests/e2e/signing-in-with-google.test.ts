import type { Page } from '@playwright/test'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeLearner, unique } from '../support/factories.ts'
import { newEmail, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const google = 'https://accounts.google.com'

/** Stands in for Google's script: its button hands over the credential when pressed. */
async function stubGoogle(page: Page, sign: (nonce: string) => Promise<string>): Promise<void> {
  await page.exposeFunction('signCredential', sign)
  await page.route(`${google}/gsi/client`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google = { accounts: { id: {
        initialize(options) { this.options = options },
        renderButton(parent) {
          const button = document.createElement('button')
          button.textContent = 'Google: ' + this.options.client_id
          button.title = this.options.nonce
          button.onclick = async () =>
            this.options.callback({ credential: await signCredential(this.options.nonce) })
          parent.append(button)
        },
      } } }`,
    }),
  )
}

function someone() {
  return { sub: unique('google'), email: newEmail(), name: 'Ravi Kumar' }
}

const nobody = async () => 'not.a.credential'

function signFor(academy: Academy, claims: ReturnType<typeof someone>) {
  return (nonce: string) => academy.signGoogleCredential({ ...claims, nonce })
}

for (const [door, inside, failure] of [
  ['/login', '/my-courses', 'Google login failed. Please try with email/password.'],
  ['/signup', '/', 'Google signup failed. Please try with email/password.'],
] as const) {
  test(`somebody with a Google account gets in by ${door}`, async ({ page, academy, watch }) => {
    watch.allowOutside(google)
    const claims = someone()
    await stubGoogle(page, signFor(academy, claims))
    await page.goto(academy.firstDay.url + door)

    await expect(page.getByRole('button', { name: /^Google: academy/ })).toBeVisible()
    const news = page.getByRole('checkbox', { name: /if I sign up with Google/ })
    if (door === '/signup') await expect(news).not.toBeChecked()
    else await expect(news).toBeHidden()
    await page.getByRole('button', { name: /^Google: academy/ }).click()

    await expect(page).toHaveURL(academy.firstDay.url + inside)
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
    expect(user).toMatchObject({ email: claims.email, name: 'Ravi Kumar', is_admin: false })
  })

  test(`${door} says so when Google cannot be reached`, async ({ page, academy, watch }) => {
    watch.allowOutside(google)
    watch.allow(/gsi\/client/)
    await page.route(`${google}/**`, (route) => route.abort())

    await page.goto(academy.firstDay.url + door)

    await expect(page.getByText(failure)).toBeVisible()
  })
}

test('a credential that nobody believes is told in a sentence', async ({
  page,
  academy,
  watch,
}) => {
  watch.allowOutside(google)
  watch.allow(/401/)
  await stubGoogle(page, nobody)
  await page.goto(`${academy.firstDay.url}/login`)

  await page.getByRole('button', { name: /^Google: academy/ }).click()

  await expect(page.getByRole('alert')).toHaveText(
    'Google login failed. Please try again or use email/password.',
  )
  await expect(page).toHaveURL(`${academy.firstDay.url}/login`)
})

test('after a refusal the next try is a new one', async ({ page, academy, watch }) => {
  watch.allowOutside(google)
  watch.allow(/401/)
  const claims = someone()
  const nonces: string[] = []
  await stubGoogle(page, async (nonce) => {
    nonces.push(nonce)
    return nonces.length === 1 ? nobody() : signFor(academy, claims)(nonce)
  })
  await page.goto(`${academy.firstDay.url}/login`)
  const button = page.getByRole('button', { name: /^Google: academy/ })
  const drawnWith = (await button.getAttribute('title'))!
  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()

  await expect(button).not.toHaveAttribute('title', drawnWith)
  await button.click()

  await expect(page).toHaveURL(`${academy.firstDay.url}/my-courses`)
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('a failed sign-up by Google has a sentence of its own', async ({ page, academy, watch }) => {
  watch.allowOutside(google)
  watch.allow(/401/)
  await stubGoogle(page, nobody)
  await page.goto(`${academy.firstDay.url}/signup`)

  await page.getByRole('button', { name: /^Google: academy/ }).click()

  await expect(page.getByRole('alert')).toHaveText(
    'Google signup failed. Please try with email/password.',
  )
})

/** The window closes at once, perhaps before the press is over. */
async function press(chooser: Page, name: string): Promise<void> {
  await chooser
    .getByRole('button', { name, exact: name === 'Sign in' })
    .click()
    .catch((error: unknown) => {
      if (!chooser.isClosed()) throw error
    })
}

async function openChooser(page: Page, button: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: button }).click()
  return opening
}

test('on a fresh clone a stand-in lets one choose an account, or type one', async ({
  page,
  watch,
}) => {
  const email = newEmail()
  await page.goto('/signup')
  const chooser = await openChooser(page, 'Continue with Google')
  await expect(chooser.getByRole('button', { name: 'Asha Rao' })).toBeVisible()
  await chooser.getByLabel('Name').fill('Meera Iyer')
  await chooser.getByLabel('E-mail').fill(email)
  await press(chooser, 'Sign in')

  await expect(page).toHaveURL('/')
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(user).toMatchObject({ email, name: 'Meera Iyer', is_admin: false })

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login')
  const again = await openChooser(page, 'Sign in with Google')
  await press(again, 'Meera Iyer') // remembered
  await expect(page).toHaveURL('/my-courses')
  expect(watch.outside()).toEqual([])
})

test('a learner adds a Google account, once they have shown that it is them', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/403/)
  const password = 'Monsoon-2027'
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(password) })
  await signIn(page, academy, learner, '/my-courses?tab=details')

  const chooser = await openChooser(page, 'Sign in with Google')
  await chooser.getByLabel('Name').fill('Asha')
  await chooser.getByLabel('E-mail').fill(newEmail())
  await press(chooser, 'Sign in')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Take Google off' }).click()
  await expect(page.getByText('Google is taken off.')).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
})

test('the stand-in also fails a sign-in, for who wants to see that', async ({ page, watch }) => {
  watch.allow(/401/)
  await page.goto('/login')
  await press(await openChooser(page, 'Sign in with Google'), 'Fail this sign-in')

  await expect(page.getByRole('alert')).toHaveText(
    'Google login failed. Please try again or use email/password.',
  )
})
