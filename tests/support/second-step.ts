import { login } from '../../src/domains/accounts/contract.ts'
import { confirmApp, startApp, stepUp } from '../../src/domains/accounts/security/contract.ts'
import { hashPassword } from '../../src/domains/accounts/server/passwords.ts'
import type { users } from '../../src/domains/accounts/server/tables.ts'
import { ApiError } from '../../src/http/api-client.ts'
import { codeOf, laterOn } from './app-codes.ts'
import { makeLearner, type Person } from './factories.ts'
import { type Browser, openBrowser } from './open-browser.ts'
import type { TestServer } from './start-test-server.ts'

export const password = 'correct horse battery'
const passwordHash = await hashPassword(password)

export interface Guarded {
  person: Person
  /** Where they are signed in and known. */
  browser: Browser
  secret: string
  recoveryCodes: string[]
}

/** Somebody with a password, signed in in a browser that is known. */
export async function makeKnown(
  server: TestServer,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Pick<Guarded, 'person' | 'browser'>> {
  const person = await makeLearner(server.db, { passwordHash, ...overrides })
  const browser = openBrowser(server)
  const session = await browser.ask(login, { body: { email: person.email, password } })
  browser.signIn(session)
  return { person: { ...person, token: session.token }, browser }
}

/** The same, with an authenticator app, set up by the calls. */
export async function makeGuarded(
  server: TestServer,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Guarded> {
  const { person, browser } = await makeKnown(server, overrides)
  await browser.ask(stepUp, { body: { password } })
  const { secret } = await browser.ask(startApp, {})
  const { recovery_codes: recoveryCodes } = await browser.ask(confirmApp, {
    body: { code: codeOf(secret) },
  })
  await laterOn(server, person)
  return { person, browser, secret, recoveryCodes }
}

/** The challenge after the first step by password. */
export function askChallenge(browser: Browser, email: string, typed = password): Promise<string> {
  return challengeOf(browser.ask(login, { body: { email, password: typed } }))
}

/** The challenge that a first step is answered with. */
export async function challengeOf(asked: Promise<unknown>): Promise<string> {
  const failure: unknown = await asked.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiError) || failure.problem.challenge === undefined) throw failure
  return failure.problem.challenge
}

/** 'ok' or the code of the problem. */
export function outcomeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )
}
