import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf, laterOn } from '../../../../../tests/support/app-codes.ts'
import { unique } from '../../../../../tests/support/factories.ts'
import { type Browser, openBrowser } from '../../../../../tests/support/open-browser.ts'
import {
  type OutboxMail,
  readCode,
  readOutbox,
  readResetToken,
} from '../../../../../tests/support/read-outbox.ts'
import {
  askChallenge,
  makeGuarded,
  makeKnown,
  outcomeOf,
  password,
} from '../../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import {
  forgotPassword,
  login,
  readProfile,
  resetPassword,
  signUp,
  verifySignUp,
} from '../../contract.ts'
import {
  confirmApp,
  readSecurity,
  removeApp,
  sayNotMe,
  sendSecondStep,
  startApp,
  stepUp,
} from '../../security/contract.ts'
import { hashPassword } from '../passwords.ts'
import { accountAlerts, sessions, users } from '../tables.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db } = server
afterAll(() => server.close())

const tokenIn = (mail: OutboxMail | undefined): string =>
  /not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

describe('a log-in on a new device', () => {
  test('is told by mail, but for the first one after the sign-up, and for one that only lost its cookie', async () => {
    const email = `${unique('new')}@example.test`
    const form = { email, name: 'Meera', password, confirm_password: password }
    const browser = openBrowser(server, { ip: '10.1.1.1' })
    await browser.ask(signUp, { body: form })
    const code = await readCode(server, email)
    await browser.ask(verifySignUp, { body: { email, verification_code: code } })
    const body = { email, password }
    await browser.ask(login, { body })
    await openBrowser(server, { ip: '10.1.1.1' }).ask(login, { body })
    const before = await readOutbox(server, email)

    await openBrowser(server, { ip: '10.1.2.1' }).ask(login, { body })

    const [mail, ...others] = await readOutbox(server, email)
    expect(before).toHaveLength(1)
    expect(others).toHaveLength(1)
    expect(mail?.subject).toBe('A log-in on a new device')
    expect(mail?.text).not.toMatch(/\b\d{6}\b/)
    expect(tokenIn(mail)).not.toBe('')
  })
})

describe('"This was not me"', () => {
  test('ends every session, and nobody logs in before a new password is chosen by mail', async () => {
    const { person, browser } = await makeKnown(server)
    await openBrowser(server, { ip: '10.2.1.1' }).ask(login, {
      body: { email: person.email, password },
    })
    const [mail] = await readOutbox(server, person.email)

    await server.visitor(sayNotMe, { body: { token: tokenIn(mail) } })

    const again = server.visitor(sayNotMe, { body: { token: tokenIn(mail) } })
    expect(await outcomeOf(again)).toBe('alert_unusable')
    expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(0)
    expect(await outcomeOf(browser.ask(readProfile, {}))).toBe('not_signed_in')
    const body = { email: person.email, password }
    expect(await outcomeOf(browser.ask(login, { body }))).toBe('account_locked')
    const token = await readResetToken(server, person.email)
    await browser.ask(resetPassword, { body: { token, password, confirm_password: password } })
    expect(await outcomeOf(browser.ask(login, { body }))).toBe('ok')
  })

  test('takes away what was added since, and leaves what was there before', async () => {
    const { person, browser } = await makeKnown(server)
    await browser.ask(stepUp, { body: { password } })
    const { secret } = await browser.ask(startApp, {})
    await browser.ask(confirmApp, { body: { code: codeOf(secret) } })
    const [added] = await readOutbox(server, person.email)
    const owner = await makeGuarded(server)
    await laterOn(server, owner.person)
    const elsewhere = openBrowser(server, { ip: '10.3.1.1' })
    const challenge = await askChallenge(elsewhere, owner.person.email)
    await elsewhere.ask(sendSecondStep, { body: { challenge, code: codeOf(owner.secret) } })
    const [entered] = await readOutbox(server, owner.person.email)

    for (const mail of [added, entered]) {
      await server.visitor(sayNotMe, { body: { token: tokenIn(mail) } })
    }

    const rows = await db.select().from(users)
    const has = (id: string) => rows.find((row) => row.id === id)?.hasSecondStep
    expect([has(person.id), has(owner.person.id)]).toEqual([false, true])
  })

  test('works for a week, and once of eight at the same time', async () => {
    const { person, browser } = await makeKnown(server)
    await browser.ask(stepUp, { body: { password } })
    const { secret } = await browser.ask(startApp, {})
    await browser.ask(confirmApp, { body: { code: codeOf(secret) } })
    const [mail] = await readOutbox(server, person.email)
    const old = { body: { token: tokenIn(mail) } }
    const expiresAt = new Date(Date.now() - 1000)
    const rows = await db.select().from(accountAlerts).where(eq(accountAlerts.userId, person.id))
    await db.update(accountAlerts).set({ expiresAt }).where(eq(accountAlerts.userId, person.id))

    expect(await outcomeOf(server.visitor(sayNotMe, old))).toBe('alert_unusable')
    await db
      .update(accountAlerts)
      .set({ expiresAt: rows[0]!.expiresAt })
      .where(eq(accountAlerts.userId, person.id))
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(server.visitor(sayNotMe, old))),
    )
    expect(outcomes.toSorted()).toEqual([...Array(7).fill('alert_unusable'), 'ok'])
    expect(rows[0]!.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  })
})

/** What may happen to an account, by its owner or by who knows its password. */
const events = [
  'enable',
  'disable',
  'enter',
  'replay',
  'recover',
  'reset',
  'not me',
  'steal',
] as const
type Event = (typeof events)[number]

interface World {
  email: string
  id: string
  browser: Browser
  passwordNow: string
  /** Null: the password alone lets in. */
  secret: string | null
  codes: string[]
  usedCodes: string[]
  lastAnswer: string | null
}

test('in whatever order an app is set up, used, lost and taken away, nobody is let in without what the account asks for then', async () => {
  const passwords = [password, 'another one 1', 'another one 2'] as const
  const hashes = new Map(
    await Promise.all(passwords.map(async (one) => [one, await hashPassword(one)] as const)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...events), { minLength: 4, maxLength: 10 }),
      async (order) => {
        const { person, browser } = await makeKnown(server, { passwordHash: hashes.get(password)! })
        const world: World = {
          email: person.email,
          id: person.id,
          browser,
          passwordNow: password,
          secret: null,
          codes: [],
          usedCodes: [],
          lastAnswer: null,
        }
        for (const event of order) await happen(world, event)
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

/** The step-up of an owner who has everything. */
async function showSelf({ browser, secret, passwordNow, id }: World): Promise<void> {
  await laterOn(server, { id })
  const body = secret === null ? { password: passwordNow } : { code: codeOf(secret) }
  await browser.ask(stepUp, { body })
  await laterOn(server, { id })
}

async function enter(world: World): Promise<void> {
  const { browser, email, passwordNow, secret, id } = world
  browser.signIn(null)
  if (secret === null) {
    browser.signIn(await browser.ask(login, { body: { email, password: passwordNow } }))
    return
  }
  await laterOn(server, { id })
  const challenge = await askChallenge(browser, email, passwordNow)
  world.lastAnswer = codeOf(secret)
  browser.signIn(await browser.ask(sendSecondStep, { body: { challenge, code: world.lastAnswer } }))
}

async function happen(world: World, event: Event): Promise<void> {
  const { browser, email, id } = world
  switch (event) {
    case 'enable': {
      await showSelf(world)
      const { secret } = await browser.ask(startApp, {})
      const { recovery_codes: codes } = await browser.ask(confirmApp, {
        body: { code: codeOf(secret) },
      })
      // What worked for the former app is worth nothing any more.
      Object.assign(world, { secret, codes, lastAnswer: null, usedCodes: world.codes })
      return
    }
    case 'disable': {
      await showSelf(world)
      await browser.ask(removeApp, {})
      Object.assign(world, { secret: null, codes: [], usedCodes: world.codes, lastAnswer: null })
      return
    }
    case 'enter':
      return enter(world)
    case 'replay': {
      if (world.secret === null || world.lastAnswer === null) return
      const challenge = await askChallenge(browser, email, world.passwordNow)
      const body = { challenge, code: world.lastAnswer }
      expect(await outcomeOf(browser.ask(sendSecondStep, { body }))).toBe('second_code_wrong')
      return
    }
    case 'recover': {
      if (world.secret === null) return
      const [code, ...left] = world.codes
      const challenge = await askChallenge(browser, email, world.passwordNow)
      for (const used of world.usedCodes.slice(-2)) {
        const body = { challenge, code: used }
        expect(await outcomeOf(browser.ask(sendSecondStep, { body }))).toBe('second_code_wrong')
      }
      browser.signIn(await browser.ask(sendSecondStep, { body: { challenge, code: code! } }))
      Object.assign(world, { codes: left, usedCodes: [...world.usedCodes, code!] })
      return
    }
    case 'reset':
      await resetTo(world, world.passwordNow === password ? 'another one 1' : password)
      return enter(world)
    case 'not me': {
      const alerts = (await readOutbox(server, email)).filter((mail) => tokenIn(mail) !== '')
      const [newest] = alerts
      if (!newest) return
      const [alert] = await db.select().from(accountAlerts).where(eq(accountAlerts.userId, id))
      const outcome = await outcomeOf(
        server.visitor(sayNotMe, { body: { token: tokenIn(newest) } }),
      )
      if (outcome !== 'ok') return
      expect(alert).toBeDefined()
      const body = { email, password: world.passwordNow }
      expect(await outcomeOf(openBrowser(server).ask(login, { body }))).not.toBe('ok')
      expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0)
      await resetTo(world, world.passwordNow === password ? 'another one 2' : password)
      const [row] = await db.select().from(users).where(eq(users.id, id))
      // What the mail was about is gone, if it was the app; else the app stays.
      if (row?.hasSecondStep === false) {
        expect(['A second step was set up', undefined]).toContain(
          world.secret === null ? undefined : newest.subject,
        )
        Object.assign(world, { secret: null, codes: [], usedCodes: [], lastAnswer: null })
      }
      return enter(world)
    }
    case 'steal': {
      const thief = openBrowser(server, { ip: '10.66.0.1' })
      const outcome = await outcomeOf(
        thief.ask(login, { body: { email, password: world.passwordNow } }),
      )
      expect(outcome).toBe(world.secret === null ? 'ok' : 'second_step_needed')
      const { step_up_by: ways } = await browser.ask(readSecurity, {})
      expect(ways.includes('password')).toBe(world.secret === null)
      if (world.secret === null) return
      const typed = browser.ask(stepUp, { body: { password: world.passwordNow } })
      expect(await outcomeOf(typed)).toBe('step_up_needed')
    }
  }
}

async function resetTo(world: World, next: string): Promise<void> {
  const { browser, email } = world
  await browser.ask(forgotPassword, { body: { email } })
  const token = await readResetToken(server, email)
  await browser.ask(resetPassword, { body: { token, password: next, confirm_password: next } })
  world.passwordNow = next
}
