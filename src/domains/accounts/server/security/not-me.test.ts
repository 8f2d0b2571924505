import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { accountEvents, liveThrough, tokenIn } from '../../../../../tests/support/account-world.ts'
import { codeOf, laterOn } from '../../../../../tests/support/app-codes.ts'
import { countBlocked } from '../../../../../tests/support/count-blocked.ts'
import { unique } from '../../../../../tests/support/factories.ts'
import { openBrowser } from '../../../../../tests/support/open-browser.ts'
import { readCode, readOutbox, readResetToken } from '../../../../../tests/support/read-outbox.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import {
  askChallenge,
  makeGuarded,
  makeKnown,
  outcomeOf,
  password,
} from '../../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { requestOwnEmailChange } from '../../../learners/contract.ts'
import { login, readProfile, resetPassword, signUp, verifySignUp } from '../../contract.ts'
import {
  confirmApp,
  readSecurity,
  renewRecoveryCodes,
  sayNotMe,
  sendSecondStep,
  startApp,
  stepUp,
} from '../../security/contract.ts'
import { lockAccount } from '../lock-account.ts'
import { closeAllSessions } from '../sessions.ts'
import { accountAlerts, sessions, users } from '../tables.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db } = server
afterAll(() => server.close())

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

  test('leaves nobody a recovery code, whoever made them, and the app, which makes new ones', async () => {
    const { person, browser, secret, recoveryCodes: kept } = await makeGuarded(server)
    const body = { email: person.email, password }
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    const { recovery_codes: stolen } = await browser.ask(renewRecoveryCodes, {})
    const [renewed] = await readOutbox(server, person.email)
    expect(renewed?.subject).toBe('New recovery codes')

    await server.visitor(sayNotMe, { body: { token: tokenIn(renewed) } })

    const [mail] = await readOutbox(server, person.email)
    expect(mail?.text).toContain('Your recovery codes do not work any more.')
    const token = await readResetToken(server, person.email)
    await browser.ask(resetPassword, { body: { token, password, confirm_password: password } })
    const challenge = await askChallenge(browser, body.email)
    for (const code of [stolen[0]!, kept[0]!]) {
      const tried = browser.ask(sendSecondStep, { body: { challenge, code } })
      expect(await outcomeOf(tried)).toBe('second_code_wrong')
    }
    await laterOn(server, person)
    const session = await browser.ask(sendSecondStep, {
      body: { challenge, code: codeOf(secret) },
    })
    browser.signIn(session)
    expect((await browser.ask(readSecurity, {})).recovery_codes_left).toBe(0)
    await laterOn(server, person)
    await browser.ask(stepUp, { body: { code: codeOf(secret) } })
    const { recovery_codes: made } = await browser.ask(renewRecoveryCodes, {})
    expect(made).toHaveLength(10)
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

test('what is under way in a session when it ends changes nothing any more', async () => {
  const { person, browser } = await makeKnown(server)
  await browser.ask(stepUp, { body: { password } })
  const { secret } = await browser.ask(startApp, {})
  const acts = [
    () => browser.ask(confirmApp, { body: { code: codeOf(secret) } }),
    () => browser.ask(requestOwnEmailChange, { body: { email: `${unique('x')}@example.test` } }),
  ]

  const underWay = await db.transaction(async (db) => {
    await lockAccount(db, person.id)
    const outcomes = acts.map((act) => outcomeOf(act()))
    await vi.waitFor(async () => expect(await countBlocked(server.db)).toBe(acts.length))
    await closeAllSessions(db, person.id)
    return { outcomes }
  })

  expect(await Promise.all(underWay.outcomes)).toEqual(acts.map(() => 'not_signed_in'))
})

test('in whatever order an app is set up, used, lost and taken away, nobody is let in without what the account asks for then', async () => {
  const order = fc.array(fc.constantFrom(...accountEvents), { minLength: 4, maxLength: 10 })

  const tried = fc.assert(
    fc.asyncProperty(order, async (events) => liveThrough(server, events)),
    { numRuns: runs(12) },
  )

  await expect(tried).resolves.toBeUndefined()
})
