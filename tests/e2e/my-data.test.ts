import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import { makeLearner, unique } from '../support/factories.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'

const password = 'correct horse battery'

async function openMyData(page: Page, academy: Academy) {
  const learner = await makeLearner(academy.db, {
    name: 'Asha of the Journey',
    email: `${unique('journey')}@example.test`,
    passwordHash: await hashPassword(password),
  })
  await signIn(page, academy, learner, '/my-courses')
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { name: 'What we keep about you' })).toBeVisible()
  return learner
}

async function askForErasure(page: Page) {
  await page.getByRole('button', { name: 'Delete my account …' }).click()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Delete my account in seven days' }).click()
}

test('a learner reads what is kept, and takes a copy of it along', async ({ page, academy }) => {
  const learner = await openMyData(page, academy)

  await page.getByText('Your progress', { exact: true }).click()
  await expect(page.getByText('Stays without your name, as part of')).toBeVisible()
  const begun = page.waitForResponse(
    (answer) => answer.url().endsWith('/my-data/exports') && answer.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Make a copy of my data' }).click()
  expect(await (await begun).json()).toMatchObject({
    message: 'The copy of your data is being made. We write to you as soon as it is ready.',
  })
  const save = page.getByRole('button', { name: /^Save the copy of/ })
  // A job that comes by at once has it ready before that is told.
  await expect(page.getByText('We write to you as soon as it is ready.').or(save)).toBeVisible()
  await expect(save).toBeVisible({ timeout: 120_000 })
  const saved = page.waitForEvent('download')
  await save.click()

  const file = await (await saved).path()
  const files = unzipSync(new Uint8Array(await readFile(file)))
  expect(Buffer.from(files['data/users.json'] ?? []).toString()).toContain(learner.email)
})

test('a learner wants to be forgotten, takes it back, and wants it after all', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400|401|403/)
  const learner = await openMyData(page, academy)
  await page.getByRole('button', { name: 'Delete my account …' }).click()
  await page.getByLabel('Your password').fill('not this one')
  await page.getByRole('button', { name: 'Delete my account in seven days' }).click()
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/password is wrong/)

  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Delete my account in seven days' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays as it is.')).toBeVisible()

  await askForErasure(page)
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  const link = await readKeepLink(academy, learner.email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays as it is.')).toBeVisible()

  await page.goto(`${academy.url}/my-courses?tab=privacy`)
  await askForErasure(page)
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  await academy.db.execute(sql`
    update erasures set requested_at = now() - interval '8 days', due_at = now() - interval '1 day',
           next_attempt_at = now() where learner_id = ${learner.id}`)

  await expect(async () => {
    const { rows } = await academy.db.execute(
      sql`select name from users where id = ${learner.id} and erased_at is not null`,
    )
    expect(rows).toEqual([{ name: 'Erased account' }])
  }).toPass({ timeout: 120_000 })
  await page.goto(`${academy.url}/my-courses?tab=privacy`)
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText(/Invalid email or password/)).toBeVisible()
})

async function readKeepLink(academy: Academy, to: string): Promise<string> {
  const answer = await fetch(`${academy.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)
  const mails: { text: string }[] = await answer.json()
  const link = mails
    .map(({ text }) => /https?:\S+keep-account\S+/.exec(text)?.[0])
    .find((found) => found !== undefined)
  if (link === undefined) throw new Error('No link was mailed')
  return link
}
