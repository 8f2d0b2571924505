import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { launchAcademy } from '../../tests/support/launch-academy.ts'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { requireBuild } from '../../tests/support/require-build.ts'
import { openTestDatabase } from '../../tests/support/test-database.ts'
import { keepSettings } from '../domains/site/server/kept-settings.ts'
import { holdsCluster } from '../platform/embedded/place.ts'

const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-run-'))
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test.each([
  [{ PUBLIC_URL: 'https://academy.example' }, /^PUBLIC_URL https:\/\/academy\.example .*public/],
  [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 .*public/],
  [{ RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x' }, /^SMTP_URL is missing/],
])('with %j the academy does not open, and says why in a sentence', async (env, sentence) => {
  const { url, ownerUrl } = database
  const given = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }

  // Where settings are kept decides none of the sentences: the first is tried in both, each other in one.
  const drawn = Math.random() < 0.5 ? {} : given
  for (const place of 'PUBLIC_URL' in env ? [{}, given] : [drawn]) {
    const { code, output } = await run({ PORT: '0', DATA_DIR: dataDir, ...place, ...env })

    expect(output).toMatch(sentence)
    expect(output.trimEnd()).not.toContain('\n')
    expect(code).toBe(1)
  }
  expect(holdsCluster(dataDir)).toBe(false)
})

const keys = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x' }
const mail = { SMTP_URL: 'smtp://127.0.0.1:9' }
test.each([
  // Workers read them as one process does.
  ['keys of Razorpay', 'a mail server', { ...keys, WORKERS: '2' }, mail],
  ['a mail server', 'keys of Razorpay', mail, keys],
  ['half of the keys', 'the other half', { ...mail, RAZORPAY_KEY_ID: 'rzp_live_x' }, keys],
])('%s in the environment and %s that an owner typed go together', async (_, __, env, kept) => {
  requireBuild()
  const own = await openTestDatabase()
  onTestFinished(() => own.close())
  await own.db.transaction((db) => keepSettings(db, { env, dataDir }, kept))

  const academy = await launchAcademy({
    DATABASE_URL: own.url,
    DATABASE_OWNER_URL: own.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
    PUBLIC_URL: 'https://academy.example',
    RAZORPAY_API_URL: 'http://127.0.0.1:9',
    ...env,
  })
  await academy.stop()

  expect(academy.output()).toMatch(/is open at https:\/\/academy\.example$/m)
})

test('a sandbox that was asked to be public says so loudly', async () => {
  requireBuild()
  const academy = await launchAcademy({
    SANDBOX: 'public',
    PUBLIC_URL: 'https://academy.example',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
  })
  await academy.stop()

  expect(academy.output()).toMatch(/^WARNING: this is a PUBLIC SANDBOX/m)
  expect(academy.output()).toMatch(/is open at https:\/\/academy\.example \(sandbox\)$/m)
})

test('what ends its whole process group leaves the payment provider to it, which ends it last', async () => {
  requireBuild()
  const academy = await launchAcademy(
    {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
    },
    { ownGroup: true },
  )
  onTestFinished(() => academy.kill())
  process.kill(academy.pid, 'SIGSTOP') // it hears of nothing yet
  process.kill(-academy.pid, 'SIGINT')
  await delay(500)

  const { status } = await fetch(`${academy.razorpayUrl}/v1/checkout.js`)
  process.kill(academy.pid, 'SIGCONT')

  expect(status).toBe(200)
  expect(await academy.ended).toEqual({ code: 0, signal: null })
  expect(academy.output()).not.toMatch(/"level":(?!.*"connection for notices lost")/)
  await expect(fetch(academy.razorpayUrl)).rejects.toThrow('fetch failed')
})

test('a mail server that an owner types is the one that mails go to, without a start', async () => {
  requireBuild()
  const postOffice = await startMailServer()
  onTestFinished(() => postOffice.close())
  const owner = { email: 'owner@academy.test', password: 'a long enough password' }
  const academy = await launchAcademy({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
    WORKERS: '2',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  onTestFinished(() => academy.stop())
  const ask = async (method: string, path: string, body: object, token?: string) => {
    const response = await fetch(`${academy.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    expect(response.ok, path).toBe(true)
    return response.json()
  }
  const { token } = await ask('POST', '/auth/admin/login', owner)

  const values = { SMTP_URL: postOffice.smtpUrl }
  await ask('PUT', '/admin/settings', { values, password: owner.password }, token)
  // Each worker has heard of it: its outbox is closed. Whichever answers, by a connection of its own.
  await vi.waitFor(async () => {
    for (let asked = 0; asked < 8; asked += 1) {
      const headers = { connection: 'close' }
      const { status } = await fetch(`${academy.url}/dev/outbox.json`, { headers })
      expect(status).toBe(404)
    }
  })
  await ask('POST', '/auth/forgot-password', { email: owner.email })

  await vi.waitFor(() => expect(postOffice.received).toHaveLength(1))
})

/** A start that ends by itself. */
async function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}
