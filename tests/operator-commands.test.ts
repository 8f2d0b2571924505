import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineClock } from '../src/bootstrap/doctor/examine-clock.ts'
import { setStaffPassword } from '../src/domains/accounts/server/set-staff-password.ts'
import { authenticatorApps, sessions, users } from '../src/domains/accounts/server/tables.ts'
import { siteSettings } from '../src/domains/site/server/tables.ts'
import { auditLog } from '../src/domains/staff/server/tables.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import { makeLearner, makeStaff } from './support/factories.ts'
import { startMailServer } from './support/mail-server.ts'
import { openTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
let dataDir = ''

beforeAll(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'academy-operator-'))
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

async function academy(words: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/academy.js', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '65535', // nobody's
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, ...out }
}

interface Finding {
  item: string
  state: string
  sentence: string
  mend?: string
}

async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await academy(['doctor', '--json'], env)
  expect(stderr).toBe('')
  const report: { ok: boolean; findings: Finding[] } = JSON.parse(stdout)
  const of = (item: string) => report.findings.filter((finding) => finding.item === item)
  return { code, ...report, of }
}

describe('academy doctor', () => {
  test('says what is still to do of an academy that is stopped, and that nothing fails', async () => {
    const { code, ok, of, findings } = await examine()

    expect(findings.filter(({ state }) => state === 'failing')).toEqual([])
    expect({ code, ok }).toEqual({ code: 0, ok: true })
    expect(of('port')).toEqual([expect.objectContaining({ state: 'todo' })])
    expect(of('database')[0]?.sentence).toMatch(/^PostgreSQL \d+\.\d+ answers/)
    expect(of('clock')).toEqual([
      expect.objectContaining({ state: 'ok', sentence: 'The clock is as the database’s.' }),
    ])
    expect(of('disk')[0]).toMatchObject({ sentence: expect.stringContaining(dataDir) })
    // All that the office's checklist knows.
    for (const item of ['mail', 'webhook', 'grievance officer', 'tax', 'backup']) {
      expect(of(item)).toHaveLength(1)
    }
  })

  test('asks whom the academy stands on: provider, mail server, name, certificate, store', async () => {
    const mail = await startMailServer()
    const hourAgo = new Date(Date.now() - 3_600_000).toUTCString()
    const provider = createServer((_, response) => {
      response
        .setHeader('date', hourAgo)
        .writeHead(401)
        .end('{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed"}}')
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const { port } = provider.address() as AddressInfo // a TCP server's

    const found = await examine({
      SMTP_URL: mail.smtpUrl,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
      RAZORPAY_KEY_ID: 'rzp_live_made_up',
      RAZORPAY_KEY_SECRET: 'made up',
      RAZORPAY_WEBHOOK_SECRET: 'made up',
      PUBLIC_URL: 'https://academy.invalid',
      MEDIA_URL: 's3://films/?endpoint=http://127.0.0.1:1',
      MEDIA_ACCESS_KEY_ID: 'key',
      MEDIA_SECRET_ACCESS_KEY: 'secret',
    })
    provider.close()
    await mail.close()

    expect(found.code).toBe(1)
    expect(found.of('mail server')).toEqual([expect.objectContaining({ state: 'ok' })])
    expect(mail.received).toEqual([])
    expect(found.of('provider')).toEqual([expect.objectContaining({ state: 'ok' })])
    expect(found.of('payment keys')[0]?.sentence).toContain('does not take the key')
    expect(found.of('clock').at(-1)).toMatchObject({
      state: 'failing',
      sentence: expect.stringMatching(/^The clock is 1 hour ahead of 127\.0\.0\.1:\d+’s/),
      mend: expect.stringContaining('timedatectl'),
    })
    for (const item of ['dns', 'certificate', 'https', 'object store']) {
      expect(found.of(item)).toEqual([
        expect.objectContaining({ state: 'failing', mend: expect.stringMatching(/\w/) }),
      ])
    }
  })

  test('still tells all that it can of an academy that cannot start', async () => {
    const other = createServer((_, response) => response.end('somebody else')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // a TCP server's

    const broken = await examine({
      PORT: String(port),
      WORKERS: 'many',
      DATABASE_URL: database.url.replace(/\/test_\w+/, '/nobodys'),
    })
    other.close()

    expect(broken.code).toBe(1)
    expect(broken.of('settings')[0]?.sentence).toContain('WORKERS')
    expect(broken.of('port')[0]?.sentence).toContain('in use by another program')
    expect(broken.of('database')[0]?.sentence).toContain('"nobodys" does not exist')
    expect(broken.of('disk')[0]?.state).toBe('ok')
  })

  test('takes keys and a mail server together, wherever each was set', async () => {
    const keys = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x' }
    const env = { RAZORPAY_API_URL: 'http://127.0.0.1:1', ...keys }

    const halfSet = await examine(env)
    await database.db.insert(siteSettings).values({
      name: 'SMTP_URL',
      value: 'smtp://127.0.0.1:1',
      isSealed: false,
    })
    const set = await examine(env)
    await database.db.delete(siteSettings)

    expect(halfSet.of('settings')[0]?.sentence).toContain('SMTP_URL is missing')
    expect(halfSet.of('grievance officer')).toHaveLength(1)
    expect(set.of('settings')).toEqual([])
    expect(set.of('mail server')[0]?.sentence).toContain('127.0.0.1')
  })

  test('tells how far a clock is off in words', () => {
    expect(examineClock('Razorpay’s', 29_000).state).toBe('ok')
    expect(examineClock('Razorpay’s', -45_000).sentence).toContain('45 seconds behind Razorpay’s')
    expect(examineClock('Razorpay’s', 19_800_000).sentence).toContain('5 hours 30 minutes ahead of')
  })
})

test('academy status asks at the usual address where none is named', async () => {
  const { stdout, stderr } = await academy(['status', '--short'], { PORT: '', HOST: '' })

  expect(stdout + stderr).toMatch(/ at http:\/\/127\.0\.0\.1:3000[.,]/)
})

describe('academy admin reset-password', () => {
  test('gives a member of staff a new password, ends their sessions and says so to them and in the log', async () => {
    const { db } = database
    const owner = await makeStaff(db, 'owner')
    await db
      .insert(authenticatorApps)
      .values({ userId: owner.id, sealedSecret: 'sealed', confirmedAt: new Date() })
    const before = await readPerson(owner.id)

    const { code, stdout } = await academy(['admin', 'reset-password', owner.email])

    const after = await readPerson(owner.id)
    const [, told = ''] = /: (\S+) \(shown this once\)/.exec(stdout) ?? []
    expect({ code, isLong: told.length >= 16 }).toEqual({ code: 0, isLong: true })
    expect(after?.passwordHash).not.toBe(before?.passwordHash)
    expect(after?.hasSecondStep).toBe(true)
    expect(await db.$count(sessions, eq(sessions.userId, owner.id))).toBe(0)
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, owner.email))
    expect(mail?.subject).toBe('Your password was changed')
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, owner.id))
    expect(entry).toMatchObject({ act: 'academy admin reset-password', actorRole: null })
    expect(JSON.stringify(entry)).not.toContain(told)

    const more = await academy(['admin', 'reset-password', owner.email, '--second-step'])
    expect(more.stdout).toContain('Taken off: 1 authenticator app')
    expect((await readPerson(owner.id))?.hasSecondStep).toBe(false)
  })

  test('leaves learners to choose theirs by a mailed link', async () => {
    const learner = await makeLearner(database.db)
    const before = await readPerson(learner.id)

    const nothing = async () => expect.unreachable()
    const asked = setStaffPassword(
      { db: database.db, queueMail: nothing, publicUrl: () => '' },
      { email: learner.email, password: 'a new password', withSecondStep: true },
      nothing,
    )

    await expect(asked).rejects.toThrow('no member of the staff')
    expect(await readPerson(learner.id)).toEqual(before)
  })
})

async function readPerson(id: string) {
  const [person] = await database.db.select().from(users).where(eq(users.id, id))
  return person
}
