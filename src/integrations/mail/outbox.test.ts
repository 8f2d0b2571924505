import { afterAll, expect, test } from 'vitest'
import { readOutbox } from '../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const template = (subject: string) => ({
  subject,
  paragraphs: ['See https://academy.test/x?a=1&b=2'],
})

test('the sandbox keeps what would have been mailed, newest first, for people and for tests', async () => {
  const { queueMail } = server.checkout
  await queueMail(server.db, { to: 'a@example.test', template: template('First') })
  await queueMail(server.db, { to: 'a@example.test', template: template('Second <b>') })
  await queueMail(server.db, { to: 'b@example.test', template: template('Third') })

  const mails = await readOutbox(server, ' A@example.test ')
  const page = await (await server.fetch('/dev/outbox')).text()

  expect(mails.map(({ subject }) => subject)).toEqual(['Second <b>', 'First'])
  expect(page.indexOf('Third')).toBeLessThan(page.indexOf('First'))
  expect(page).toContain('Second &lt;b&gt;')
  expect(page).not.toContain('Second <b>')
  expect(page).toContain('<a href="https://academy.test/x?a=1&amp;b=2">')
})

test('a plus sign in an address may be written as it is', async () => {
  const { queueMail } = server.checkout
  await queueMail(server.db, { to: 'a+reels@example.test', template: template('Plus') })

  for (const to of ['a+reels@example.test', 'a%2Breels@example.test']) {
    const answer = await server.fetch(`/dev/outbox.json?to=${to}`)

    expect(await answer.json()).toMatchObject([{ subject: 'Plus' }])
  }
})

test.each(['/dev/outbox', '/dev/outbox.json'])(
  '%s shows the mails of one recipient',
  async (path) => {
    const answer = await server.fetch(`${path}?to=a@example.test&to=b@example.test`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ detail: 'Please give one address.' })
  },
)

test('with a mail server set up there is no outbox', async () => {
  const real = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    expect((await real.fetch('/dev/outbox.json?to=a@example.test')).status).toBe(404)
    expect((await real.fetch('/dev/outbox')).status).toBe(404)
  } finally {
    await real.close()
  }
})
