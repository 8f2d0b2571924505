import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/app-codes.ts'
import { makeAuthenticator } from '../../../../tests/support/authenticator.ts'
import { startGoogleStandIn } from '../../../../tests/support/google-keys.ts'
import type { Browser } from '../../../../tests/support/open-browser.ts'
import {
  askChallenge,
  makeGuarded,
  makeKnown,
  password,
} from '../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { ReadingLanguage } from '../../../shared/i18n/language.ts'
import { googleLogin, login } from '../contract.ts'
import {
  addPasskey,
  passkeyChallenge,
  passkeyLogin,
  sendSecondStep,
  startPasskey,
  stepUp,
} from '../security/contract.ts'
import { users } from './tables.ts'

const hindi: ReadingLanguage = {
  code: 'hi',
  tag: 'hi-IN',
  name: 'हिन्दी',
  direction: 'ltr',
  messages: new Map(),
}
const origin = 'https://academy.example'
const google = await startGoogleStandIn()
const server = await startTestServer({
  languages: [hindi],
  env: { ...google.env, PUBLIC_URL: origin, SANDBOX: 'public' },
})
const { db } = server
afterAll(async () => {
  google.close()
  await server.close()
})

const inHindi = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => runInLanguage(hindi, ask)

async function languageOf(id: string): Promise<string | null | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row?.language
}

const logIn = (browser: Browser, email: string) => browser.ask(login, { body: { email, password } })

async function logInByGoogle(browser: Browser, email: string): Promise<void> {
  const credential = await google.sign({ sub: `of ${email}`, email })
  await browser.ask(googleLogin, { body: { credential } })
}

async function logInByPasskey(browser: Browser): Promise<void> {
  const key = makeAuthenticator()
  const rpId = 'academy.example'
  const challengeIn = (options: Record<string, unknown>) => ({
    challenge: String(options['challenge']),
    rpId,
  })
  await browser.ask(stepUp, { body: { password } })
  const made = await browser.ask(startPasskey, {})
  const registered = key.register(challengeIn(made.options), origin)
  await browser.ask(addPasskey, { body: { name: 'My phone', answer: registered } })
  const { options } = await browser.ask(passkeyChallenge, {})
  const answer = key.sign(challengeIn(options), origin)
  await browser.ask(passkeyLogin, { body: { answer } })
}

describe('who has never said a language and logs in on a Hindi page gets mails in Hindi:', () => {
  test('by password', async () => {
    const { person, browser } = await makeKnown(server)

    await inHindi(() => Promise.all([1, 2, 3].map(() => logIn(browser, person.email))))

    expect(await languageOf(person.id)).toBe('hi')
  })

  test('by Google', async () => {
    const { person, browser } = await makeKnown(server)

    await inHindi(() => logInByGoogle(browser, person.email))

    expect(await languageOf(person.id)).toBe('hi')
  })

  test('by the code of an app, and not before it', async () => {
    const { person, browser, secret } = await makeGuarded(server)

    const challenge = await inHindi(() => askChallenge(browser, person.email))
    expect(await languageOf(person.id)).toBeNull()
    const body = { challenge, code: codeOf(secret) }
    await inHindi(() => browser.ask(sendSecondStep, { body }))

    expect(await languageOf(person.id)).toBe('hi')
  })

  test('by two recovery codes at the same moment', async () => {
    const { person, browser, recoveryCodes } = await makeGuarded(server)
    const challenges = [
      await askChallenge(browser, person.email),
      await askChallenge(browser, person.email),
    ]

    await inHindi(() =>
      Promise.all(
        challenges.map((challenge, at) =>
          browser.ask(sendSecondStep, { body: { challenge, code: recoveryCodes[at] ?? '' } }),
        ),
      ),
    )

    expect(await languageOf(person.id)).toBe('hi')
  })

  test('by a passkey', async () => {
    const { person, browser } = await makeKnown(server)

    await inHindi(() => logInByPasskey(browser))

    expect(await languageOf(person.id)).toBe('hi')
  })
})

test('a login on a Hindi page changes no language that was said, and one in English says none', async () => {
  const said = await makeKnown(server, { language: 'en' })
  const silent = await makeKnown(server)

  await inHindi(() => logIn(said.browser, said.person.email))
  await logIn(silent.browser, silent.person.email)

  expect(await languageOf(said.person.id)).toBe('en')
  expect(await languageOf(silent.person.id)).toBeNull()
})
