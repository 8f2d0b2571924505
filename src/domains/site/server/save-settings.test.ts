import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import type { BodyOf } from '../../../http/endpoint.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { readSealingKeys } from '../../../platform/seal.ts'
import { type Environment, readSettings, type Settings } from '../../../platform/settings.ts'
import { forgotPassword } from '../../accounts/contract.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { auditLog } from '../../staff/server/tables.ts'
import { getSettings, saveSettings } from '../contract.ts'
import { readKeptSettings } from './kept-settings.ts'
import { siteSettings } from './tables.ts'

/** Takes two pairs of keys. */
const provider = createServer(({ url, headers }, response) => {
  const isKnown = ['rzp_test_ours:right', 'rzp_live_ours:right'].some(
    (pair) => headers.authorization === `Basic ${btoa(pair)}`,
  )
  const status = isKnown ? 200 : 401
  response.statusCode = url?.startsWith('/v1/orders?') ? status : 404
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(isKnown ? { items: [] } : { error: { code: 'BAD_REQUEST_ERROR' } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as AddressInfo
const env = {
  SUPPORT_PHONE: '+91 20 1234 5678',
  PUBLIC_URL: 'http://127.0.0.1:9',
  RAZORPAY_API_URL: `http://127.0.0.1:${port}/v1`, // as Razorpay writes its own
}
const server = await startTestServer({ env, pages: true })
const other = await startTestServer({ env, pages: true, beside: server })
const { db } = server
const { dataDir } = server.settings
const password = 'a long enough password'
const owner = await makeAdmin(db, { passwordHash: await hashPassword(password) })
afterAll(async () => {
  await other.close()
  await server.close()
  provider.close()
})
const before = readSettings(env)
const isAsBefore = ({ brand, figures }: Settings) =>
  isDeepStrictEqual([brand, figures], [before.brand, before.figures])

beforeEach(async () => {
  await db.delete(siteSettings)
  await db.execute(sql`delete from rate_limits`) // wrong passwords of other tests
  // Their processes hear of it in a moment.
  await vi.waitUntil(() => [server, other].every(({ settings }) => isAsBefore(settings)))
})

const save = (body: BodyOf<typeof saveSettings>) => server.as(owner)(saveSettings, { body })
const pick = async (name: string) =>
  (await server.as(owner)(getSettings, {})).settings.find((setting) => setting.name === name)
/** As the next start would read them. */
const readNext = async (started: Environment = env) =>
  readSettings(await readKeptSettings({ db, env: started, dataDir }))
const home = async (at = server) => (await at.fetch('/')).text()

describe('an owner sets in the browser', () => {
  test('the academy’s name, which pages, mails and other processes say within a second', async () => {
    expect(await home()).toContain('Kalakriti Academy')
    expect(await home(other)).toContain('Kalakriti Academy')
    expect(await (await other.fetch('/offline')).text()).toContain('Kalakriti Academy')

    await save({ values: { BRAND_NAME: 'Rang Vidyalaya', POSTAL_ADDRESS: 'Pune 411001' } })

    expect(await home()).toContain('Rang Vidyalaya')
    await vi.waitFor(async () => expect(await home(other)).toContain('Rang Vidyalaya'))
    for (const path of ['/offline', '/site.webmanifest', '/api/settings', '/courses']) {
      const said = await (await other.fetch(path)).text()
      expect(said, path).toContain('Rang Vidyalaya')
      expect(said, path).not.toContain('Kalakriti Academy')
    }
    const { email } = await makeLearner(db)
    await other.visitor(forgotPassword, { body: { email } })
    const [mail] = await db.select().from(mails).orderBy(desc(mails.queuedAt)).limit(1)
    expect(mail?.text).toContain('Rang Vidyalaya')
  })

  test('a figure with what proves it, which the audit log keeps', async () => {
    await expect(save({ values: { FIGURE_STUDENTS: '1,204' } })).rejects.toMatchObject({
      errors: [{ path: 'proof' }],
    })
    expect((await pick('FIGURE_STUDENTS'))?.from).toBe('default')

    await save({ values: { FIGURE_STUDENTS: '1,204' }, proof: 'Counted on 1 November.' })

    expect(await home()).toContain('1,204')
    expect(await lastEntry()).toMatchObject({
      reason: 'Counted on 1 November.',
      after: { FIGURE_STUDENTS: '1,204' },
    })
  })

  test('that a figure is not shown, without a proof', async () => {
    expect(await home()).toContain('50,000+')

    await save({ values: { FIGURE_STUDENTS: 'none' } })

    expect(await home()).not.toContain('50,000+')
  })

  test('nothing, to go back to the default', async () => {
    await save({ values: { SUPPORT_HOURS: 'Only on Mondays' } })
    expect(await pick('SUPPORT_HOURS')).toMatchObject({
      from: 'browser',
      value: 'Only on Mondays',
    })

    await save({ values: { SUPPORT_HOURS: '' } })

    expect(await pick('SUPPORT_HOURS')).toMatchObject({ from: 'default', value: null })
    expect(server.settings.brand.supportHours).toBe('Monday to Saturday, 10 am to 6 pm IST')
  })
})

describe('a secret', () => {
  const mailServer = 'smtps://rang:marked-secret@mail.test:465'

  test('is asked for with one’s password, sealed, and never sent back', async () => {
    await expect(save({ values: { SMTP_URL: mailServer } })).rejects.toMatchObject({
      code: 'password_wrong',
      errors: [{ path: 'password' }],
    })
    await expect(
      save({ values: { SMTP_URL: mailServer }, password: 'not this one' }),
    ).rejects.toMatchObject({ code: 'password_wrong' })
    expect(await db.select().from(siteSettings)).toEqual([])

    const answer = await save({ values: { SMTP_URL: mailServer }, password })

    expect(JSON.stringify(answer)).not.toContain('marked-secret')
    expect(await pick('SMTP_URL')).toMatchObject({ from: 'browser', value: null })
    const everything = await db.execute(
      sql`select (select json_agg(site_settings) from site_settings)::text
        || (select json_agg(audit_log) from audit_log)::text as all`,
    )
    expect(JSON.stringify(everything.rows)).not.toContain('marked-secret')
    expect(await lastEntry()).toMatchObject({ after: { SMTP_URL: '(secret)' } })
    expect((await readNext()).mail.smtpUrl).toBe(mailServer)
    expect((await stat(join(dataDir, 'settings.key'))).mode & 0o777).toBe(0o600)
  })

  test('that cannot be opened any more lets nothing start, unless the environment has it', async () => {
    await save({ values: { SMTP_URL: mailServer }, password })
    const path = join(dataDir, 'settings.key')
    const key = await readFile(path)
    await writeFile(path, 'another key')

    await expect(readNext()).rejects.toThrow(/SMTP_URL was set in the browser .* another key/)
    const next = await readNext({ ...env, SMTP_URL: 'smtp://elsewhere.test' })

    expect(next.mail.smtpUrl).toBe('smtp://elsewhere.test')
    await writeFile(path, key)
    await expect(readNext({ ...env, SETTINGS_KEY: 'sixteen characters' })).rejects.toThrow(/sealed/)
  })

  test('is sealed under a key of the academy where SETTINGS_KEY is empty', async () => {
    const given = (key: string | undefined) => readSealingKeys(key, dataDir)

    expect(await given('')).toEqual(await given(undefined))
    expect(await given('')).not.toEqual(await given('sixteen characters'))
  })

  test('moved to another setting’s row is not opened as that one', async () => {
    await save({ values: { SMTP_URL: mailServer }, password })
    await db.execute(sql`update site_settings set name = 'RAZORPAY_KEY_SECRET'`)

    await expect(readNext()).rejects.toThrow(/RAZORPAY_KEY_SECRET/)
  })
})

describe('nothing is changed by', () => {
  test.each([
    ['where backups go', { BACKUP_URL: 's3://theirs/x?endpoint=https://elsewhere.test' }],
    ['whose Google tokens count', { GOOGLE_CLIENT_ID: 'theirs.apps.googleusercontent.com' }],
    ['which key is paid', { RAZORPAY_KEY_ID: 'rzp_live_theirs' }],
    ['who mails are from', { MAIL_FROM: 'theirs@elsewhere.test' }],
  ])('a session that was left open: not %s, without the password', async (_, values) => {
    await expect(save({ values })).rejects.toMatchObject({ code: 'password_wrong' })

    expect(await db.select().from(siteSettings)).toEqual([])
  })

  test.each([
    ['an address that is none', { SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL'],
    ['a price that is none', { OFFER_PRICE_IN_RUPEES: 'cheap' }, 'OFFER_PRICE_IN_RUPEES'],
    [
      'a usual price that is none',
      { OFFER_PRICE_IN_RUPEES: '4999', OFFER_USUAL_PRICE_IN_RUPEES: '4999' },
      'OFFER_PRICE_IN_RUPEES',
    ],
    ['what the environment sets', { SUPPORT_PHONE: '+91 20 0000 0000' }, 'SUPPORT_PHONE'],
    ['what is of the process', { HOST: '0.0.0.0' }, 'HOST'],
    ['what there is not', { toString: 'x' }, 'toString'],
    ['one of several', { BRAND_NAME: 'Rang', BACKUP_AT: 'at night' }, 'BACKUP_AT'],
  ])('%s, which is told at its field', async (_, values, path) => {
    await expect(save({ values, password, proof: 'It is so.' })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path }],
    })

    expect(await db.select().from(siteSettings)).toEqual([])
    expect(server.settings.brand.name).toBe('Kalakriti Academy')
  })

  test('a store for films or backups that takes no file', async () => {
    for (const name of ['MEDIA_URL', 'BACKUP_URL']) {
      const closed = { [name]: 's3://ours/films?endpoint=http://127.0.0.1:9&region=x' }
      const keys = { MEDIA_ACCESS_KEY_ID: 'id', MEDIA_SECRET_ACCESS_KEY: 'secret' }
      await expect(save({ values: { ...keys, ...closed }, password })).rejects.toMatchObject({
        errors: [{ path: name, message: 'No file can be kept there.' }],
      })
    }
    expect(await db.select().from(siteSettings)).toEqual([])

    const MEDIA_URL = `file://${join(dataDir, 'films')}`
    await save({ values: { MEDIA_URL }, password })
    expect((await readNext()).media).toEqual({ kind: 'files', folder: join(dataDir, 'films') })
  })

  test('half of a pair of keys, or live keys without a mail server, as the next start would refuse', async () => {
    const values = { RAZORPAY_KEY_ID: 'rzp_live_1' }
    await expect(save({ values, password })).rejects.toMatchObject({
      errors: [{ path: 'RAZORPAY_KEY_ID', message: expect.stringContaining('go together') }],
    })
    await expect(
      save({ values: { ...values, RAZORPAY_KEY_SECRET: 'x' }, password }),
    ).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('SMTP_URL is missing') }],
    })

    expect(await db.select().from(siteSettings)).toEqual([])
  })
})

test('keys are tried out at the provider before they are kept', async () => {
  const pair = (RAZORPAY_KEY_SECRET: string) =>
    save({ values: { RAZORPAY_KEY_ID: 'rzp_test_ours', RAZORPAY_KEY_SECRET }, password })

  await expect(pair('wrong')).rejects.toMatchObject({
    errors: [{ path: 'RAZORPAY_KEY_SECRET', message: 'Razorpay does not take this pair of keys.' }],
  })
  expect(await db.select().from(siteSettings)).toEqual([])
  await pair('right')

  expect((await readNext()).razorpay.keys).toMatchObject({ keySecret: 'right' })
})

test('many saves at once leave every process with what is kept', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Academy ${index}`)

  await Promise.all(
    names.map(async (BRAND_NAME, index) =>
      (index % 2 ? server : other).as(owner)(saveSettings, { body: { values: { BRAND_NAME } } }),
    ),
  )

  const [kept] = await db.select().from(siteSettings)
  await vi.waitFor(() => {
    expect(server.settings.brand.name).toBe(kept?.value)
    expect(other.settings.brand.name).toBe(kept?.value)
  })
  expect(await home()).toContain(kept?.value)
  expect(await home(other)).toContain(kept?.value)
})

describe('while the academy runs, in every process in a moment,', () => {
  test('another key of the provider signs what is paid, and Google vouches', async () => {
    const RAZORPAY_WEBHOOK_SECRET = 'one, another'
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_ours', RAZORPAY_KEY_SECRET: 'right' }
    const GOOGLE_CLIENT_ID = 'ours.apps.googleusercontent.com'
    expect(await (await other.fetch('/login')).text()).not.toContain(GOOGLE_CLIENT_ID)

    await save({ values: { ...keys, RAZORPAY_WEBHOOK_SECRET, GOOGLE_CLIENT_ID }, password })

    await vi.waitFor(async () =>
      expect(await (await other.fetch('/login')).text()).toContain(GOOGLE_CLIENT_ID),
    )
    expect(other.checkout.keys).toEqual({
      keyId: 'rzp_test_ours',
      keySecret: 'right',
      webhookSecrets: ['one', 'another'],
    })
    expect(await other.checkout.razorpay.listOrders({ receipt: 'of now' })).toEqual([])
    expect((await other.fetch('/api/auth/google-nonce')).status).toBe(200)
  })

  test('mails go to the server, the outbox is closed, and no figure that nobody set is left', async () => {
    expect((await other.fetch('/dev/outbox.json')).status).toBe(200)
    const live = { RAZORPAY_KEY_ID: 'rzp_live_ours', RAZORPAY_KEY_SECRET: 'right' }

    await save({ values: { ...live, SMTP_URL: 'smtp://127.0.0.1:9' }, password })

    await vi.waitFor(async () => expect((await other.fetch('/dev/outbox.json')).status).toBe(404))
    for (const page of [await home(), await home(other)]) {
      expect(page).not.toMatch(/50,000\+|dev\/outbox|17 left/)
    }
    await other.visitor(forgotPassword, { body: { email: (await makeLearner(db)).email } })
    const [mail] = await db.select().from(mails).orderBy(desc(mails.queuedAt)).limit(1)
    expect(mail?.sentAt).toBeNull()

    // The way back needs what a start opens.
    await save({ values: { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '' }, password })
    expect(server.settings).toMatchObject({ sandbox: false, outbox: false })
    expect(await home()).not.toContain('50,000+')
  })
})

async function lastEntry() {
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return entry
}
