import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { users } from '../../src/domains/accounts/server/tables.ts'
import { codeOf, laterOn } from '../support/app-codes.ts'
import { makeAdmin, makeLearner } from '../support/factories.ts'
import { lookAway } from './support/look-away.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const password = 'a long enough password'
const passwordHash = await hashPassword(password)

async function typeLogin(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** From the account's page, once it was asked who is there. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByText('Please keep these recovery codes').waitFor()
  return secret
}

test('a learner sets up an app, logs in by its code and by a recovery code, and keeps it from who has the password only', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/40[013]/)
  const learner = await makeLearner(academy.db, { passwordHash })
  await signIn(page, academy, learner, '/my-courses?tab=details')
  const secret = await setUpApp(page)
  const recovery = await page
    .getByRole('listitem')
    .filter({ hasText: /^[\dA-Z]{4}-/ })
    .first()
    .innerText()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await laterOn(academy, learner)

  await page.getByRole('button', { name: 'Logout' }).click()
  await typeLogin(page, learner.email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your second step')
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  await field.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-courses')

  await page.getByRole('button', { name: 'Logout' }).click()
  await typeLogin(page, learner.email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.keyboard.type(recovery.toLowerCase()) // the field that came has the keyboard at once
  await expect(page.getByLabel('Recovery code')).toHaveValue(recovery.toLowerCase())
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/my-courses')
  await page.goto('/my-courses?tab=details')
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
})

test('the office is closed to an owner without a second step, leads to setting one up, and opens', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/40[013]/)
  const owner = await makeAdmin(academy.db, { passwordHash })
  const staffSince = new Date(Date.now() - 25 * 3_600_000)
  await academy.db.update(users).set({ staffSince }).where(eq(users.id, owner.id))
  await signIn(page, academy, owner, '/admin/staff')
  await page.getByText('A password alone is not enough for that').waitFor()

  await setUpApp(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await expect(page.getByRole('heading', { name: 'Who works here' })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(owner.email) })).toContainText('Yes')
})

const recoveryCodes = (page: Page) => page.getByRole('listitem').filter({ hasText: /^[\dA-Z]{4}-/ })

test('codes that are shown once stay until they are kept, also in the office and when one looks away', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/40[013]/)
  const owner = await makeAdmin(academy.db, { passwordHash })
  const staffSince = new Date(Date.now() - 25 * 3_600_000)
  await academy.db.update(users).set({ staffSince }).where(eq(users.id, owner.id))
  await page.clock.install()
  await signIn(page, academy, owner, '/admin/staff')
  await setUpApp(page)
  await expect(recoveryCodes(page)).toHaveCount(10)
  await expect(page.getByText('please set up a passkey or an app')).toHaveCount(0)

  const asked = [page.waitForResponse('**/auth/security'), page.waitForResponse('**/auth/profile')]
  await lookAway(page)
  await Promise.all(asked)

  await expect(recoveryCodes(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { name: 'Who works here' })).toBeVisible()
  await expect(recoveryCodes(page)).toHaveCount(0)
})

test('codes that are shown once stay in the account when the academy does not answer for a moment', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/40[013]|503/)
  const learner = await makeLearner(academy.db, { passwordHash })
  await page.clock.install()
  await signIn(page, academy, learner, '/my-courses?tab=details')
  await setUpApp(page)
  await page.route('**/auth/security', (route) => route.fulfill({ status: 503, json: {} }))

  const asked = page.waitForResponse('**/auth/security')
  await lookAway(page)
  await (await asked).finished()
  await page.unroute('**/auth/security')
  const answered = page.waitForResponse('**/auth/security')
  await lookAway(page)
  await answered

  await expect(recoveryCodes(page)).toHaveCount(10)
})

test('somebody who hears of a log-in that was not theirs locks the account, and opens it by mail', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/40[013]/)
  const learner = await makeLearner(academy.db, { passwordHash })
  for (const agent of ['Firefox', 'Chrome']) {
    await fetch(`${academy.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email: learner.email, password }),
    })
  }
  const readLink = async () => {
    const answer = await fetch(`${academy.url}/dev/outbox.json?to=${learner.email}`)
    const [mail]: { subject: string; text: string }[] = await answer.json()
    return {
      subject: mail?.subject,
      path: /\/[\w/-]+\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '',
    }
  }
  const alert = await readLink()
  expect(alert.subject).toBe('A log-in on a new device')

  await page.goto(alert.path)
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await expect(page.getByRole('alert')).toContainText('Every device is logged out')
  await typeLogin(page, learner.email)
  await expect(page.getByRole('alert').last()).toContainText('This account is locked')
  await page.goto((await readLink()).path)
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await typeLogin(page, learner.email)
  await expect(page).toHaveURL('/my-courses')
})
