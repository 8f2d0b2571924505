import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { signWebhook } from '../../src/integrations/razorpay/signatures.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startOwnProduct } from './support/own-product.ts'
import { admin, readRunningProduct } from './support/running-product.ts'
import { expect, test } from './support/test.ts'
import { scriptlessFrame } from './support/watch-context.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#7c2d12" d="M0 0h8v8z"/></svg>`

test('an owner comes from the first login to a course and a home page of their own, a step at a time @phone-only', async ({
  page,
  watch,
  academy,
}, testInfo) => {
  watch.allow(/400/)
  watch.allow(scriptlessFrame)
  const post = await startMailServer()
  const { sandboxKeyId, sandboxKeySecret } = await readSecrets(academy.db)
  const own = await startOwnProduct(
    testInfo.outputPath('data'),
    readRunningProduct().firstRunDatabaseUrl,
    () => ({ SEED: 'demo', RAZORPAY_API_URL: academy.razorpayUrl }),
  )
  const hand = { clicks: 0, letters: 0 }
  const tap = async (control: Locator) => {
    hand.clicks += 1
    await control.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const write = async (label: string, text: string) => {
    hand.clicks += 1
    hand.letters += text.length
    const named = new RegExp(`^${RegExp.escape(label)}( \\(optional\\))?$`)
    await page.locator('input, textarea').and(page.getByLabel(named)).first().fill(text)
  }
  const next = () => tap(page.getByRole('link', { name: 'Next' }))
  const begun = Date.now()

  await page.goto(`${own.site.url}/login`)
  await write('Email', admin.email)
  await write('Password', admin.password)
  await tap(button('Login'))
  // The dashboard is there as ever; above it stands the way through a new academy.
  await expect(page).toHaveURL(`${own.site.url}/admin`)
  await expect(page.getByRole('tab', { name: 'Course Management' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Set up your academy' })).toBeVisible()
  await tap(page.getByRole('link', { name: 'Begin the set-up' }))
  await expect(page.getByText('1 of 8', { exact: true })).toBeVisible()

  await write('Name of the academy', 'Taal Ghar')
  await tap(button('Save'))
  await page
    .getByLabel('Logo: file')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await expect(page.getByRole('img', { name: 'The logo as an icon' })).toBeVisible()
  await tap(button('Publish'))
  await expect(page.getByText(/^Published\./)).toBeVisible()
  await next()

  await write('Colour', '#9a3412')
  await write('Second colour', '#0f766e')
  await tap(button('Publish'))
  await next()

  await write('What you teach', 'the tabla, from the first stroke to a solo')
  await tap(button('Save'))
  await next()

  await write('Postal address', 'Taal Ghar, 12 Station Road, Pune 411004')
  await write('Support e-mail', 'help@taalghar.example')
  await write('Support phone', '+91 20 4000 0000')
  await tap(button('Save').first())
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/Station Road/)
  hand.clicks += 2
  await page.getByLabel('State or Union territory').selectOption({ label: 'Maharashtra' })
  await tap(button('Save the tax settings'))
  await next()

  await write('Key ID', sandboxKeyId)
  await write('Key secret', 'not the secret')
  await write('Your own password', admin.password)
  await tap(button('Save'))
  await expect(page.getByText('Razorpay does not take this pair of keys.')).toBeVisible()
  await write('Key secret', sandboxKeySecret)
  await write('Webhook secret', 'monsoon-17')
  await tap(button('Save'))
  const webhookUrl = `${own.site.url}/api/payment/webhook`
  await expect(page.getByText(webhookUrl)).toBeVisible()
  await tap(button('Test: Razorpay keys'))
  await expect(page.getByText(/^Razorpay takes the key/)).toBeVisible()
  await expect(page.getByText(/^Razorpay has told us nothing yet/)).toBeVisible()
  await sendWebhook(webhookUrl, 'monsoon-17')
  await expect(page.getByText(/^Razorpay last told us something on/)).toBeVisible()
  await next()

  await write('Mail server', post.smtpUrl)
  await write('Your own password', admin.password)
  await tap(button('Save'))
  await tap(button('Test: Mail'))
  await expect(page.getByText(`took a mail to ${admin.email}`)).toBeVisible({ timeout: 30_000 })
  expect(post.received.map(({ to }) => to)).toEqual([[admin.email]])
  await next()

  await tap(button('New draft'))
  await tap(button('Course details'))
  await write('Course title', 'Tabla for Beginners')
  await write('Price (₹)', '1499')
  await write('Description', 'Ten strokes, four rhythms and one small solo.')
  await tap(button('← Outline'))
  await tap(button('+ Add module'))
  await write('Module title', 'First strokes')
  await write('Paste links to films', 'Na and Tin https://youtu.be/aqz-KE-bpKQ')
  await tap(button('Add 1 lesson'))
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await tap(button('Publish…'))
  await tap(button('Publish now'))
  await tap(button('Done'))

  await tap(page.getByRole('link', { name: 'All courses' }))
  await tap(page.getByRole('link', { name: 'Go on setting up your academy' }))
  await tap(button('Remove the demo'))
  await expect(page.getByText(/^The demo is out of sight/)).toBeVisible()
  await next()

  await expect(page.getByRole('heading', { name: 'What is still missing' })).toBeVisible()
  await tap(button('Done'))
  await expect(page.getByRole('tab', { name: 'Course Management' })).toBeVisible()
  await expect(page.getByRole('link', { name: /setting up/ })).toHaveCount(0)

  const office = page.getByRole('navigation', { name: 'Admin' })
  await tap(office.locator('summary'))
  await tap(office.getByRole('link', { name: 'Pages' }))
  const home = page.getByRole('listitem').filter({ has: page.getByText('/', { exact: true }) })
  await tap(home.getByRole('link'))
  await tap(button(/^Opening/))
  await write('Heading', 'Play your first rhythm this month')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await tap(button('Publish…'))
  await tap(button('Publish now'))
  await expect(page.getByRole('dialog')).toContainText('Published.')
  const seconds = (Date.now() - begun) / 1_000
  await page.goto(`${own.site.url}/courses`)
  await expect(page.getByRole('heading', { name: 'Tabla for Beginners' })).toBeVisible()
  await expect(page.getByText('AI Reels Studio')).toHaveCount(0)
  await page.goto(own.site.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Play your first rhythm this month',
  )
  await page.goto('about:blank') // asks no server that is gone
  await own.stop()
  await post.close()

  // A click or a glance at a new step takes two seconds, a letter on a phone a third of one.
  const minutes = (hand.clicks * 2 + hand.letters / 3) / 60
  testInfo.annotations.push({
    type: 'first run',
    description: `${hand.clicks} clicks, ${hand.letters} letters: ${minutes.toFixed(1)} minutes of a person; ${seconds.toFixed(1)} s of the machine`,
  })
  expect(minutes).toBeLessThan(10)
})

/** As Razorpay tells of a payment of something else that is sold with the same keys. */
async function sendWebhook(url: string, secret: string): Promise<void> {
  const body = await readFile('tests/fixtures/razorpay/webhook.order.paid.upi.json', 'utf8')
  const signature = signWebhook({ rawBody: body, secret })
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}
