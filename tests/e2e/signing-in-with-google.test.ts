import type { Page } from '@playwright/test'
import { unique } from '../support/factories.ts'
import { newEmail } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const google = 'https://accounts.google.com'

/** Stands in for Google's script: its button hands over the credential when pressed. */
async function stubGoogle(page: Page, credential: string | undefined): Promise<void> {
  await page.route(`${google}/gsi/client`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google = { accounts: { id: {
        initialize(options) { this.options = options },
        renderButton(parent) {
          const button = document.createElement('button')
          button.textContent = 'Google: ' + this.options.client_id
          button.onclick = () => this.options.callback({ credential: ${JSON.stringify(credential)} })
          parent.append(button)
        },
      } } }`,
    }),
  )
}

function someone() {
  return { sub: unique('google'), email: newEmail(), name: 'Ravi Kumar' }
}

async function signWith(academy: Academy, claims: ReturnType<typeof someone>): Promise<string> {
  return academy.signGoogleCredential(claims)
}

for (const [door, failure] of [
  ['/login', 'Google login failed. Please try with email/password.'],
  ['/signup', 'Google signup failed. Please try with email/password.'],
] as const) {
  test(`somebody with a Google account gets in by ${door}`, async ({ page, academy, watch }) => {
    watch.allowOutside(google)
    const claims = someone()
    await stubGoogle(page, await signWith(academy, claims))
    await page.goto(academy.firstDay.url + door)

    await page.getByRole('button', { name: /^Google: academy/ }).click()

    await expect(page).toHaveURL(`${academy.firstDay.url}/`)
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
  await stubGoogle(page, 'not.a.credential')
  await page.goto(`${academy.firstDay.url}/login`)

  await page.getByRole('button', { name: /^Google: academy/ }).click()

  await expect(page.getByRole('alert')).toHaveText(
    'Google login failed. Please try again or use email/password.',
  )
  await expect(page).toHaveURL(`${academy.firstDay.url}/login`)
})

test('a failed sign-up by Google has a sentence of its own', async ({ page, academy, watch }) => {
  watch.allowOutside(google)
  watch.allow(/401/)
  await stubGoogle(page, 'not.a.credential')
  await page.goto(`${academy.firstDay.url}/signup`)

  await page.getByRole('button', { name: /^Google: academy/ }).click()

  await expect(page.getByRole('alert')).toHaveText(
    'Google signup failed. Please try with email/password.',
  )
})

test('where Google is not set up there is no button and nobody is asked', async ({
  page,
  watch,
}) => {
  await page.goto('/login')

  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  expect(watch.outside()).toEqual([])
})
