import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { users } from '../../src/domains/accounts/server/tables.ts'
import { grantCourse, makeLearner } from '../support/factories.ts'
import { makeShortCourse } from './support/courses.ts'
import { holdCalls } from './support/hold-calls.ts'
import { holdChange } from './support/hold-change.ts'
import { newEmail, readMailedCode, signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const old = 'the old one 1'
const fresh = 'the new one 2'

async function openDetails(page: Page, academy: Academy) {
  const learner = await makeLearner(academy.db, { passwordHash: await hashPassword(old) })
  await signIn(page, academy, learner, '/my-courses')
  await page.getByRole('link', { name: 'Change name, phone, password or mails' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue(learner.name)
  return learner
}

test('a learner changes name and phone, and both are still there after a reload', async ({
  page,
  academy,
}) => {
  const learner = await openDetails(page, academy)
  await expect(page.getByRole('tab')).toHaveCount(0)

  await page.getByLabel('Full Name').fill('मीरा नायर')
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Your details are saved.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`मीरा नायर, ${learner.email}`)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('+91 98765 43210')
  await page.getByLabel('Phone').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your details are saved.')).toBeVisible()
  const [row] = await academy.db.select().from(users).where(eq(users.id, learner.id))
  expect(row).toMatchObject({ name: 'मीरा नायर', phone: null })
  await page.getByRole('link', { name: 'Back to My Courses' }).click()
  await expect(page.getByRole('tab')).toHaveCount(2)
})

test('what is typed while details are being saved is not said to be saved', async ({
  page,
  academy,
}) => {
  const learner = await openDetails(page, academy)
  const saving = await holdChange(page, '**/api/auth/profile')
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByLabel('Full Name').fill('Meera Rao')
  await save.click()
  await saving.isSent
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await saving.letGo()

  await expect(page.getByRole('main')).toContainText(`Meera Rao, ${learner.email}`)
  await expect(save).not.toHaveAttribute('aria-busy')
  await expect(page.getByText('Your details are saved.')).toHaveCount(0)
  await save.click()
  await expect(page.getByText('Your details are saved.')).toBeVisible()
  const [row] = await academy.db.select().from(users).where(eq(users.id, learner.id))
  expect(row?.phone).toBe('+91 98765 43210')
})

test('what is wrong with a name, a phone or a password stands beside its field', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/)
  await openDetails(page, academy)

  await page.getByLabel('Full Name').fill('Visit https://evil.example')
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(/without a web address/)
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/7 to 15 digits/)

  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password', { exact: true }).fill('another')
  await page.getByRole('button', { name: 'Change password' }).click()
  for (const [label, fault] of [
    ['Current Password', 'Password is required.'],
    ['New Password', 'The password needs at least 8 characters.'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(fault),
    )
  }
  await changePassword(page, 'a guess')
  await expect(page.getByLabel('Current Password', { exact: true })).toHaveAccessibleDescription(
    'Your present password is wrong.',
  )
  await expect(page.getByLabel('Current Password', { exact: true })).toBeFocused()
})

test('a learner who knows the present password chooses another, and is told so', async ({
  page,
  academy,
}) => {
  const { email } = await openDetails(page, academy)

  await changePassword(page, old)

  await expect(
    page.getByText('Your password is changed. Your other devices are logged out.'),
  ).toBeVisible()
  await expect(page.getByLabel('Current Password', { exact: true })).toHaveValue('')
  await academy.as(null)('POST /auth/login', { body: { email, password: fresh } })
})

test('somebody who signs in by Google is told how to get a password', async ({ page, academy }) => {
  await signIn(page, academy, await makeLearner(academy.db), '/my-courses?tab=details')

  await expect(page.getByText(/You log in with Google/)).toBeVisible()
  await expect(page.getByLabel('Current Password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Set a password' }).click()

  await expect(page).toHaveURL('/forgot-password')
})

test('a session that ended while the form was open leads to the login', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/401/)
  await openDetails(page, academy)
  await page.route('**/api/auth/profile', (route) => route.fulfill({ status: 401, json: {} }))

  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page).toHaveURL('/login')
})

test('two accounts become one by the codes that both addresses were mailed', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400|409|422/)
  const other = await makeLearner(academy.db)
  const course = await makeShortCourse(academy)
  await grantCourse(academy.db, other, course)
  const learner = await openDetails(page, academy)
  const readJoinCode = ({ email }: { email: string }) =>
    readMailedCode(academy, email, /^[A-Z\d]{4}-[A-Z\d]{4}$/m)
  await page.getByLabel('E-mail of your other account').fill(other.email)
  await page.getByLabel('E-mail of your other account').press('Enter')
  const own = page.getByLabel(`Code mailed to ${learner.email}`)
  await own.fill('AAAA-AAAA')
  await page.getByLabel(`Code mailed to ${other.email}`).fill(await readJoinCode(other))

  await page.getByRole('button', { name: 'Join the accounts' }).click()

  await expect(own).toHaveAccessibleDescription(/code/)
  await own.fill((await readJoinCode(learner)).toLowerCase())
  await page.getByRole('button', { name: 'Join the accounts' }).click()
  await expect(page.getByText('Your two accounts are one now')).toBeVisible()
  await page.goto('/my-courses')
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
})

test('two devices are logged out one after the other, without a wait between', async ({
  page,
  academy,
}) => {
  const learner = await openDetails(page, academy)
  for (const _ of [1, 2]) await openSession(academy.db, learner.id)
  await page.reload()
  const logOut = page.getByRole('button', { name: /^Log out (?!all)/ })
  await expect(logOut).toHaveCount(2)
  const goOn = await holdCalls(page, 'DELETE', '**/api/my-sessions/*')
  await logOut.first().click()
  await logOut.last().click()
  goOn()

  await expect(logOut).toHaveCount(0)
})

test('the address that is mended while it is being sent stays', async ({ page, academy }) => {
  await openDetails(page, academy)
  const email = page.getByLabel('New e-mail')
  await email.fill(newEmail())
  const mended = newEmail()
  const message = 'A link is on its way.'
  await page.route('**/api/my-account/email', (route) => route.fulfill({ json: { message } }))
  const goOn = await holdCalls(page, 'POST', '**/api/my-account/email')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await email.fill(mended)
  goOn()

  await expect(page.getByText(message)).toBeVisible()
  await expect(email).toHaveValue(mended)
})

async function changePassword(page: Page, current: string): Promise<void> {
  await page.getByLabel('Current Password', { exact: true }).fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm Password', { exact: true }).fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
}
