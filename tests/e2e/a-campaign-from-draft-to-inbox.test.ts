import type { Page, Route } from '@playwright/test'
import { recordMailConsents } from '../../src/domains/accounts/server/mail-consents.ts'
import { pay } from '../support/buy.ts'
import { makeAdmin, makeCourse, makeLearner, type Person } from '../support/factories.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { signIn } from './support/people.ts'
import { admin, readRunningProduct } from './support/running-product.ts'
import { expect, test } from './support/test.ts'
import { scriptlessFrame } from './support/watch-context.ts'

test('a campaign is written, tried and sent; who unsubscribes by one click gets no other, but receipts and codes', async ({
  page,
  watch,
}, testInfo) => {
  // The server says that it is behind TLS, and is not.
  watch.allow(/ERR_SSL_PROTOCOL_ERROR|ERR_FAILED/)
  watch.allow(scriptlessFrame)
  const post = await startMailServer()
  const academy = await startWithMail(testInfo.outputPath('data'), post)
  const { db, site } = academy
  const [meera, ravi] = [await makeLearner(db), await makeLearner(db, { name: 'Ravi Iyer' })]
  for (const { id: learnerId } of [meera, ravi]) {
    await recordMailConsents(db, { learnerId, said: { news: true }, source: 'account' })
  }
  const head = await site.as(null)('POST /auth/admin/login', { body: admin })
  await signIn(page, site, head, '/admin/letters')

  await page.getByRole('link', { name: 'Write a campaign' }).click()
  await page.getByLabel('Subject').fill('A new course')
  await page.getByLabel('Message', { exact: true }).fill('It is **here**.')
  await page.getByRole('button', { name: 'Save and look at it' }).click()
  const preview = page.frameLocator('iframe[title*="A new course"]')
  await expect(preview.getByText('here', { exact: true })).toBeVisible()
  await expect(page.getByText('2 people would get this e-mail now.')).toBeVisible()

  await page.getByRole('button', { name: 'Mail me a test' }).click()
  await expect(page.getByText(`A test is on its way to ${admin.email}.`)).toBeVisible()
  await expect.poll(() => subjectsTo(post, admin.email)).toEqual(['Test: A new course'])

  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Send to 2 people' }).click()
  await expect(page.getByText(/^Sent\. 2 people/)).toBeVisible(arrival)
  for (const { email } of [meera, ravi]) {
    await expect.poll(() => subjectsTo(post, email), arrival).toEqual(['A new course'])
  }
  const headers = headersTo(post, meera.email)[0] ?? ''
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const address = /^List-Unsubscribe: <https:\/\/[^/]+(\S+)>$/m.exec(headers)?.[1]

  const unsubscribed = await fetch(`${site.url}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(unsubscribed.status).toBe(200)
  await page.getByRole('link', { name: 'Back to all campaigns' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Write a campaign' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByLabel('Subject').fill('Other words')
  await page.getByLabel('Message', { exact: true }).fill('That one, too.')
  const loseAnswer = async (route: Route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  }
  await page.route('**/api/admin/letters', loseAnswer)
  await page.getByRole('button', { name: 'Save and look at it' }).click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/admin/letters', loseAnswer)
  await page.getByLabel('Subject').fill('Another course')
  await page.getByRole('button', { name: 'Save and look at it' }).click()
  await expect(page.frameLocator('iframe[title*="Another course"]').locator('body')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect.poll(() => subjectsTo(post, ravi.email), arrival).toContain('Another course')

  await site.as(null)('POST /auth/forgot-password', {
    body: { email: meera.email },
  })
  const course = await makeCourse(db)
  await buyCourse(academy, meera, course.id)
  await expect.poll(() => subjectsTo(post, meera.email).length, arrival).toBeGreaterThan(2)
  expect(subjectsTo(post, meera.email)).not.toContain('Another course')
  expect(headersTo(post, meera.email).slice(1).join()).not.toContain('List-Unsubscribe')
  await page.close()
  await academy.stop()
  await post.close()
})

test('what a colleague saves or sends of a campaign is not overwritten, and nothing that is typed is lost', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  watch.allow(scriptlessFrame)
  const admin = await makeAdmin(academy.db)
  const { id: learnerId } = await makeLearner(academy.db)
  await recordMailConsents(academy.db, { learnerId, said: { news: true }, source: 'account' })
  const ask = academy.as(admin)
  const words = { list: 'news', subject: 'Ours', audience: 'everybody', course_id: null } as const
  const draft = { ...words, body: 'First words.' }
  const { id } = await ask('POST /admin/letters', { body: draft })
  const saveTheirs = (body: string, revision: number) =>
    ask('PUT /admin/letters/:id', {
      params: { id },
      body: { ...words, body, revision },
    })
  await page.clock.install()
  await signIn(page, academy, admin, `/admin/letters?letter=${id}`)
  const message = page.getByLabel('Message', { exact: true })
  const save = page.getByRole('button', { name: 'Save and look at it' })
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(message).toHaveValue('First words.')

  await saveTheirs('Their words.', 1)
  await comeBack(page, id)
  await expect(message).toHaveValue('Their words.')

  await message.fill('My words.')
  await saveTheirs('Their other words.', 2)
  await comeBack(page, id)
  await save.click()
  await expect(refusal).toContainText('Somebody has changed this campaign meanwhile.')
  await expect(message).toHaveValue('My words.')
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(message).toHaveValue('Their other words.')

  await message.fill('My words again.')
  await saveTheirs('Their last words.', 3)
  await save.click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(refusal).toBeHidden()
  await expect(message).toHaveValue('My words again.')
  await message.fill('My last words.')
  await save.click()
  const preview = page.frameLocator('iframe[title*="Ours"]')
  await expect(preview.getByText('My last words.')).toBeVisible()

  await message.fill('Words that come too late.')
  const send_at = new Date(Date.now() + 300 * 24 * 3_600_000).toISOString()
  await ask('POST /admin/letters/:id/send', {
    params: { id },
    body: { revision: 5, send_at },
  })
  await comeBack(page, id)
  await save.click()
  await expect(refusal).toContainText('This campaign is to be sent already.')
  await expect(message).toHaveValue('Words that come too late.')
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(page.getByRole('heading', { name: 'Ours' })).toBeVisible()
  await ask('POST /admin/letters/:id/cancel', { params: { id } })
})

test('what is typed while a campaign is being saved is not sent without it', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(scriptlessFrame)
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/letters?letter=new')
  const message = page.getByLabel('Message', { exact: true })
  const save = page.getByRole('button', { name: 'Save and look at it' })
  const typeWhileSaving = async (words: string) => {
    const held = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await held.promise
      await route.fallback()
    }
    await page.route(/\/api\/admin\/letters/, hold)
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await message.fill(words)
    held.resolve()
    await expect(save).not.toHaveAttribute('aria-busy')
    await page.unroute(/\/api\/admin\/letters/, hold)
  }
  await page.getByLabel('Subject').fill('Typed on')
  await message.fill('One.')

  await typeWhileSaving('One, two.')
  await expect(message).toHaveValue('One, two.')
  const preview = page.frameLocator('iframe[title*="Typed on"]')
  await save.click()
  await expect(preview.getByText('One, two.')).toBeVisible()

  await message.fill('One, two, three.')
  await typeWhileSaving('One, two, three, four.')
  await expect(
    page.getByText('Save the campaign to see how it looks and to send it.'),
  ).toBeVisible()
  await save.click()
  await expect(preview.getByText('One, two, three, four.')).toBeVisible()
})

test('the answer about one campaign leaves alone what is typed into another', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(scriptlessFrame)
  const admin = await makeAdmin(academy.db)
  const { id: learnerId } = await makeLearner(academy.db)
  await recordMailConsents(academy.db, { learnerId, said: { news: true }, source: 'account' })
  const words = { list: 'news', body: 'B.', audience: 'everybody', course_id: null } as const
  const { id } = await academy.as(admin)('POST /admin/letters', {
    body: { ...words, subject: 'The other' },
  })
  await signIn(page, academy, admin, '/admin/letters?letter=new')
  const subject = page.getByLabel('Subject')
  const save = page.getByRole('button', { name: 'Save and look at it' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/letters', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.fallback()
  })
  await subject.fill('The first')
  await page.getByLabel('Message', { exact: true }).fill('A.')
  await save.click()
  await page.getByRole('link', { name: 'Back to all campaigns' }).click()
  await page.getByRole('link', { name: 'The other' }).click()
  const time = page.getByLabel('Date and time')
  await time.fill('2031-05-06T09:30')
  await subject.fill('Typed')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  held.resolve()
  await saved
  await save.click()
  await expect(page.frameLocator('iframe[title*="Typed"]').locator('body')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(time).toHaveValue('2031-05-06T09:30')
})

/** As after a minute in another tab: what was asked for is asked for anew. */
async function comeBack(page: Page, id: string): Promise<void> {
  const asked = page.waitForResponse(
    (answer) =>
      answer.url().endsWith(`/admin/letters/${id}`) && answer.request().method() === 'GET',
  )
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await asked
}

/** Mails and letters go out by workers that look every few seconds. */
const arrival = { timeout: 120_000 }

function headersTo({ received }: MailServer, email: string): string[] {
  return received
    .filter(({ to }) => to.includes(email))
    .map(({ source }) => source.split('\r\n\r\n')[0] ?? '')
    .map((headers) => headers.replaceAll(/\r\n\s/g, ' ').replaceAll('\r', ''))
}

function subjectsTo(post: MailServer, email: string): string[] {
  return headersTo(post, email).map((headers) => /^Subject: (.*)$/m.exec(headers)?.[1] ?? '')
}

function startWithMail(dataDir: string, { smtpUrl }: MailServer): Promise<OwnProduct> {
  return startOwnProduct(dataDir, readRunningProduct().mailDatabaseUrl, (port) => ({
    // As behind a proxy that ends TLS: only there mails may promise one click.
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Rang <no-reply@academy.test>',
  }))
}

async function buyCourse(
  { site, razorpayUrl }: OwnProduct,
  learner: Person,
  course_id: string,
): Promise<void> {
  const ask = site.as(learner)
  const order = await ask('POST /payment/create-order', { body: { course_id } })
  const paid = await pay({ razorpayUrl }, order.order_id)
  await ask('POST /payment/verify', { body: paid })
}
