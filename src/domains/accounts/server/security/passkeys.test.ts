import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type Authenticator,
  makeAuthenticator,
} from '../../../../../tests/support/authenticator.ts'
import { type Browser, openBrowser } from '../../../../../tests/support/open-browser.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { makeKnown, outcomeOf, password } from '../../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { listLearners } from '../../../learners/contract.ts'
import { login, readProfile } from '../../contract.ts'
import {
  addPasskey,
  passkeyChallenge,
  passkeyLogin,
  readSecurity,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  startPasskey,
  stepUp,
} from '../../security/contract.ts'
import { passkeys, sessions, users } from '../tables.ts'

const origin = 'https://academy.example'
const rpId = 'academy.example'
const server = await startTestServer({ env: { PUBLIC_URL: origin, SANDBOX: 'public' } })
const { db } = server
afterAll(() => server.close())

const challengeIn = (options: Record<string, unknown>) => ({
  challenge: String(options['challenge']),
  rpId,
})

async function ask(browser: Browser) {
  return challengeIn((await browser.ask(passkeyChallenge, {})).options)
}

async function register(browser: Browser, name = 'My phone'): Promise<Authenticator> {
  const key = makeAuthenticator()
  await browser.ask(stepUp, { body: { password } })
  const { options } = await browser.ask(startPasskey, {})
  await browser.ask(addPasskey, {
    body: { name, answer: key.register(challengeIn(options), origin) },
  })
  return key
}

const enter = (browser: Browser, answer: ReturnType<Authenticator['sign']>) =>
  browser.ask(passkeyLogin, { body: { answer } })

describe('a passkey', () => {
  test('is added by who has shown their password, lets in alone, is renamed and removed', async () => {
    const { person, browser } = await makeKnown(server)
    expect(await outcomeOf(browser.ask(startPasskey, {}))).toBe('step_up_needed')
    const key = await register(browser)
    const [mail] = await readOutbox(server, person.email)
    const elsewhere = openBrowser(server)

    const { token, user } = await enter(elsewhere, key.sign(await ask(elsewhere), origin))
    const renamed = await browser.ask(renamePasskey, {
      params: { id: key.id },
      body: { name: 'Work' },
    })
    await browser.ask(removePasskey, { params: { id: key.id } })

    expect(mail?.subject).toBe('A passkey was added')
    expect(user.id).toBe(person.id)
    expect((await server.as({ token })(readProfile, {})).user.id).toBe(person.id)
    expect(renamed.passkeys).toMatchObject([{ id: key.id, name: 'Work' }])
    expect((await browser.ask(readSecurity, {})).passkeys).toEqual([])
    const again = enter(elsewhere, key.sign(await ask(elsewhere), origin))
    expect(await outcomeOf(again)).toBe('passkey_refused')
  })

  test('is no app: no recovery codes come with it', async () => {
    const { browser } = await makeKnown(server)
    await register(browser)

    expect(await outcomeOf(browser.ask(renewRecoveryCodes, {}))).toBe('app_missing')
    expect(await browser.ask(readSecurity, {})).toMatchObject({
      app_since: null,
      recovery_codes_left: 0,
      step_up_by: ['passkey', 'password'],
    })
  })

  test('of somebody else is neither renamed nor removed, and its id is not taken over', async () => {
    const [one, other] = [await makeKnown(server), await makeKnown(server)]
    const key = await register(one.browser)
    await register(other.browser)
    const params = { id: key.id }

    const rename = other.browser.ask(renamePasskey, { params, body: { name: 'Mine' } })
    expect(await outcomeOf(rename)).toBe('passkey_not_found')
    expect(await outcomeOf(other.browser.ask(removePasskey, { params }))).toBe('passkey_not_found')
    const { options } = await other.browser.ask(startPasskey, {})
    const answer = key.register(challengeIn(options), origin)
    const taken = other.browser.ask(addPasskey, { body: { name: 'Mine', answer } })
    expect(await outcomeOf(taken)).toBe('passkey_refused')
    // Nor does it step up the session of another.
    const passkey = key.sign(await ask(other.browser), origin)
    expect(await outcomeOf(other.browser.ask(stepUp, { body: { passkey } }))).toBe(
      'passkey_refused',
    )
  })

  test('is one of twenty at most', async () => {
    const { person, browser } = await makeKnown(server)
    const key = { userId: person.id, name: 'x', publicKey: Buffer.alloc(1), transports: [] }
    const ids = Array.from({ length: 20 }, () => makeAuthenticator().id)
    await db.insert(passkeys).values(ids.map((id) => ({ ...key, id, counter: 0 })))

    await expect(register(browser)).rejects.toMatchObject({ code: 'passkey_refused' })
  })

  test('is not removed if it is the only way in', async () => {
    const { person, browser } = await makeKnown(server)
    const key = await register(browser)
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))

    const removal = browser.ask(removePasskey, { params: { id: key.id } })

    expect(await outcomeOf(removal)).toBe('last_way_in')
  })
})

describe('0 let in', () => {
  test('by an answer that is sent again, or six times at once', async () => {
    const { browser } = await makeKnown(server)
    const key = await register(browser)
    const answer = key.sign(await ask(browser), origin)

    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => outcomeOf(enter(browser, answer))),
    )

    expect(outcomes.toSorted()).toEqual([...Array(5).fill('challenge_unusable'), 'ok'])
    expect(await outcomeOf(enter(browser, answer))).toBe('challenge_unusable')
  })

  test('by a challenge that was given to another browser, to a registration, to nobody, or ran out', async () => {
    const { person, browser } = await makeKnown(server)
    const key = await register(browser)
    const thief = openBrowser(server)
    const stolen = await ask(browser)
    await ask(thief)

    expect(await outcomeOf(enter(thief, key.sign(stolen, origin)))).toBe('challenge_unusable')
    expect(await outcomeOf(enter(openBrowser(server), key.sign(stolen, origin)))).toBe(
      'challenge_unusable',
    )
    const made = { challenge: Buffer.from('made up').toString('base64url'), rpId }
    expect(await outcomeOf(enter(browser, key.sign(made, origin)))).toBe('challenge_unusable')
    const { options } = await browser.ask(startPasskey, {})
    const other = key.sign(challengeIn(options), origin)
    expect(await outcomeOf(enter(browser, other))).toBe('challenge_unusable')
    const ofLogin = await ask(browser)
    await server.pool.query("update sign_in_challenges set purpose = 'second_step'")
    expect(await outcomeOf(enter(browser, key.sign(ofLogin, origin)))).toBe('challenge_unusable')
    await server.pool.query("update sign_in_challenges set purpose = 'passkey'")
    await server.pool.query("update sign_in_challenges set expires_at = now() - interval '1 s'")
    expect(await outcomeOf(enter(browser, key.sign(stolen, origin)))).toBe('challenge_unusable')
    expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(2)
  })

  test('for another site, without the person made sure of, by another key, or by a copy', async () => {
    const { browser } = await makeKnown(server)
    const key = await register(browser)
    const forged = Object.assign(makeAuthenticator(), { id: key.id })
    const tries = [
      async () => key.sign(await ask(browser), 'https://academy.example.evil.test'),
      async () => key.sign({ ...(await ask(browser)), rpId: 'evil.test' }, origin),
      async () => key.sign(await ask(browser), origin, 1),
      async () => ({ ...forged.sign(await ask(browser), origin), id: key.id, rawId: key.id }),
      async () => {
        key.counter = 0 // a copy from before
        return key.sign(await ask(browser), origin)
      },
    ]

    for (const make of tries) {
      expect(await outcomeOf(enter(browser, await make()))).toBe('passkey_refused')
    }
    const [kept] = await db.select().from(passkeys).where(eq(passkeys.id, key.id))
    expect(kept?.lastUsedAt).toBeNull()
  })

  test('by a copy at the same moment as the passkey itself', async () => {
    const { browser } = await makeKnown(server)
    const key = await register(browser)
    const browsers = Array.from({ length: 6 }, () => openBrowser(server))
    const challenges = await Promise.all(browsers.map(ask))
    const answers = challenges.map((challenge) => {
      key.counter = 1
      return key.sign(challenge, origin)
    })

    const outcomes = await Promise.all(
      browsers.map((one, at) => outcomeOf(enter(one, answers[at]!))),
    )

    expect(outcomes.toSorted()).toEqual(['ok', ...Array(5).fill('passkey_refused')])
  })

  test('by a passkey that was made for another site, for nobody in particular, or for somebody else', async () => {
    const [one, other] = [await makeKnown(server), await makeKnown(server)]
    const tryToAdd = (answer: ReturnType<Authenticator['register']>) =>
      outcomeOf(one.browser.ask(addPasskey, { body: { name: 'Mine', answer } }))
    const start = async ({ browser }: typeof one) => {
      await browser.ask(stepUp, { body: { password } })
      return challengeIn((await browser.ask(startPasskey, {})).options)
    }
    const key = makeAuthenticator()

    const elsewhere = key.register(await start(one), 'https://academy.example.evil.test')
    expect(await tryToAdd(elsewhere)).toBe('passkey_refused')
    expect(await tryToAdd(key.register(await start(one), origin, 1))).toBe('passkey_refused')
    expect(await tryToAdd(key.register(await start(other), origin))).toBe('challenge_unusable')
    const answer = key.register(await start(one), origin)
    expect(await tryToAdd(answer)).toBe('ok')
    expect(await tryToAdd(answer)).toBe('challenge_unusable')
  })
})

describe('staff with a passkey', () => {
  test('work in a session that it opened or stepped up, and in no other', async () => {
    const { person, browser } = await makeKnown(server, { role: 'owner' })
    const key = await register(browser)
    const elsewhere = openBrowser(server)
    elsewhere.signIn(await elsewhere.ask(login, { body: { email: person.email, password } }))

    expect(await outcomeOf(browser.ask(listLearners, { query: {} }))).toBe('ok')
    expect(await outcomeOf(elsewhere.ask(listLearners, { query: {} }))).toBe('second_step_required')
    expect((await elsewhere.ask(readProfile, {})).second_step).toBe('needed')
    expect(await outcomeOf(elsewhere.ask(stepUp, { body: { password } }))).toBe('step_up_needed')
    const passkey = key.sign(await ask(elsewhere), origin)
    await elsewhere.ask(stepUp, { body: { passkey } })
    expect(await outcomeOf(elsewhere.ask(listLearners, { query: {} }))).toBe('ok')
  })
})
