import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { tokenIn } from '../../../../../tests/support/account-world.ts'
import { codeOf } from '../../../../../tests/support/app-codes.ts'
import { unique } from '../../../../../tests/support/factories.ts'
import { startGoogleStandIn } from '../../../../../tests/support/google-keys.ts'
import { type Browser, openBrowser } from '../../../../../tests/support/open-browser.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import {
  challengeOf,
  makeGuarded,
  makeKnown,
  outcomeOf,
  password,
} from '../../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { requestOwnEmailChange } from '../../../learners/contract.ts'
import { googleLogin, googleNonce, login } from '../../contract.ts'
import {
  addGoogle,
  readSecurity,
  removeGoogle,
  sayNotMe,
  sendSecondStep,
  stepUp,
} from '../../security/contract.ts'
import { makeStaff } from '../staff-role.ts'
import { users } from '../tables.ts'

const google = await startGoogleStandIn()
const server = await startTestServer({ env: { ...google.env, TRUST_PROXY: '1' } })
const { db } = server
afterAll(async () => {
  google.close()
  await server.close()
})

const newIdentity = () => ({ sub: unique('sub'), email: `${unique('google')}@gmail.test` })

/** Each credential of it is another one. */
const sign = (identity: ReturnType<typeof newIdentity>) =>
  google.sign({ ...identity, jti: unique('jti') })

async function add(browser: Browser, identity = newIdentity()) {
  await browser.ask(stepUp, { body: { password } })
  await browser.ask(addGoogle, { body: { credential: await sign(identity) } })
  return identity
}

const enter = async (identity: ReturnType<typeof newIdentity>) =>
  openBrowser(server).ask(googleLogin, { body: { credential: await sign(identity) } })

describe('a Google account', () => {
  test('is added by who has shown that it is them, lets in, and is taken off, each told by mail', async () => {
    const { person, browser } = await makeKnown(server)
    const identity = newIdentity()
    const body = { credential: await sign(identity) }
    expect(await outcomeOf(browser.ask(addGoogle, { body }))).toBe('step_up_needed')
    await browser.ask(stepUp, { body: { password } })

    const added = await browser.ask(addGoogle, { body }) // a refusal has not used it up
    const [told] = await readOutbox(server, person.email)
    const entered = await enter(identity)
    const removed = await browser.ask(removeGoogle, {})

    expect([added.has_google, removed.has_google]).toEqual([true, false])
    expect(told).toMatchObject({
      subject: 'Google was added to your account',
      text: expect.stringContaining(identity.email),
    })
    expect(entered.user.id).toBe(person.id)
    const [gone] = await readOutbox(server, person.email)
    expect(gone?.subject).toBe('Google was taken off your account')
    expect((await enter(identity)).user.id).not.toBe(person.id)
  })

  test('and another address are nothing for a child, nor is a role, and nothing of it is our fault', async () => {
    const parent = await makeKnown(server)
    const { person, browser } = await makeKnown(server, { parentId: parent.person.id })
    await browser.ask(stepUp, { body: { password } })
    const identity = { ...newIdentity(), email: person.email }
    const body = { credential: await sign(identity) }

    expect(await outcomeOf(browser.ask(addGoogle, { body }))).toBe('not_in_child_accounts')
    expect(await outcomeOf(enter(identity))).toBe('google_refused')
    const asked = browser.ask(requestOwnEmailChange, { body: { email: newIdentity().email } })
    expect(await outcomeOf(asked)).toBe('not_in_child_accounts')
    const member = { email: person.email, role: 'support', account: null } as const
    expect(await db.transaction((db) => makeStaff(db, member))).toBeNull()
  })

  test('of somebody else is not added, and a credential counts once and in its browser', async () => {
    const [one, other] = [await makeKnown(server), await makeKnown(server)]
    const taken = await add(one.browser)
    await other.browser.ask(stepUp, { body: { password } })
    const tryToAdd = (credential: string) =>
      outcomeOf(other.browser.ask(addGoogle, { body: { credential } }))

    expect(await tryToAdd(await sign(taken))).toBe('google_taken')
    const fresh = newIdentity()
    const used = await sign(fresh)
    await openBrowser(server).ask(googleLogin, { body: { credential: used } })
    expect(await tryToAdd(used)).toBe('google_refused')
    const { nonce } = await openBrowser(server).ask(googleNonce, {})
    expect(await tryToAdd(await google.sign({ ...newIdentity(), nonce }))).toBe('google_refused')
    expect((await other.browser.ask(readSecurity, {})).has_google).toBe(false)
  })

  test('is not taken off if it is the only way in', async () => {
    const { person, browser } = await makeKnown(server)
    await add(browser)
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))

    expect(await outcomeOf(browser.ask(removeGoogle, {}))).toBe('last_way_in')
  })

  test('goes with "This was not me" if it was added then, and stays if it was there before', async () => {
    const [added, before] = [await makeKnown(server), await makeKnown(server)]
    for (const { browser } of [added, before]) await add(browser)
    await openBrowser(server, { ip: '10.4.1.1' }).ask(login, {
      body: { email: before.person.email, password },
    })

    for (const { person } of [added, before]) {
      const [newest] = await readOutbox(server, person.email)
      await server.visitor(sayNotMe, { body: { token: tokenIn(newest) } })
    }

    const rows = await db.select().from(users)
    const has = (id: string) => rows.find((row) => row.id === id)?.googleSubject !== null
    expect([has(added.person.id), has(before.person.id)]).toEqual([false, true])
  })
})

describe('the first log-in by Google of an account with its address', () => {
  test('is told by mail, and undone by "This was not me"', async () => {
    const { person } = await makeKnown(server)
    const identity = { ...newIdentity(), email: person.email }

    const entered = await enter(identity)

    expect(entered.user.id).toBe(person.id)
    const mails = await readOutbox(server, person.email)
    const told = mails.filter(({ subject }) => subject === 'Google was added to your account')
    expect(told).toHaveLength(1)
    await enter(identity)
    await server.visitor(sayNotMe, { body: { token: tokenIn(told[0]) } })
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row?.googleSubject).toBeNull()
  })

  test('goes on to the second step, which lets in', async () => {
    const { person, secret } = await makeGuarded(server)
    const browser = openBrowser(server)
    const credential = await sign({ ...newIdentity(), email: person.email })

    const challenge = await challengeOf(browser.ask(googleLogin, { body: { credential } }))

    const body = { challenge, code: codeOf(secret) }
    expect(await outcomeOf(browser.ask(sendSecondStep, { body }))).toBe('ok')
  })

  test('of a new account is told to nobody', async () => {
    const identity = newIdentity()
    await enter(identity)

    expect(await readOutbox(server, identity.email)).toEqual([])
  })
})
