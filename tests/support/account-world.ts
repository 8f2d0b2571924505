import assert, { equal, notEqual } from 'node:assert/strict'
import { eq } from 'drizzle-orm'
import { forgotPassword, login, resetPassword } from '../../src/domains/accounts/contract.ts'
import {
  confirmApp,
  readSecurity,
  removeApp,
  sayNotMe,
  sendSecondStep,
  startApp,
  stepUp,
} from '../../src/domains/accounts/security/contract.ts'
import { accountAlerts, sessions, users } from '../../src/domains/accounts/server/tables.ts'
import { codeOf, laterOn } from './app-codes.ts'
import { type Browser, openBrowser } from './open-browser.ts'
import { type OutboxMail, readOutbox, readResetToken } from './read-outbox.ts'
import { askChallenge, makeKnown, outcomeOf, password } from './second-step.ts'
import type { TestServer } from './start-test-server.ts'

/** In the link by which one says that it was not them. */
export const tokenIn = (mail: OutboxMail | undefined): string =>
  /not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** What may happen to an account, by its owner or by who knows its password. */
export const accountEvents = [
  'enable',
  'disable',
  'enter',
  'replay',
  'recover',
  'reset',
  'not me',
  'steal',
] as const
type Event = (typeof accountEvents)[number]

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

/** Lets one thing after the other happen to a new account, and fails at the first that should not be. */
export async function liveThrough(server: TestServer, events: Event[]): Promise<void> {
  const { person, browser } = await makeKnown(server)
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
  for (const event of events) await happen(server, world, event)
}

/** The step-up of an owner who has everything. */
async function showSelf(
  server: TestServer,
  { browser, secret, passwordNow, id }: World,
): Promise<void> {
  await laterOn(server, { id })
  const body = secret === null ? { password: passwordNow } : { code: codeOf(secret) }
  await browser.ask(stepUp, { body })
  await laterOn(server, { id })
}

async function enter(server: TestServer, world: World): Promise<void> {
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

async function happen(server: TestServer, world: World, event: Event): Promise<void> {
  const { db } = server
  const { browser, email, id } = world
  switch (event) {
    case 'enable': {
      await showSelf(server, world)
      const { secret } = await browser.ask(startApp, {})
      const { recovery_codes: codes } = await browser.ask(confirmApp, {
        body: { code: codeOf(secret) },
      })
      // What worked for the former app is worth nothing any more.
      Object.assign(world, { secret, codes, lastAnswer: null, usedCodes: world.codes })
      return
    }
    case 'disable': {
      await showSelf(server, world)
      await browser.ask(removeApp, {})
      Object.assign(world, { secret: null, codes: [], usedCodes: world.codes, lastAnswer: null })
      return
    }
    case 'enter':
      return enter(server, world)
    case 'replay': {
      if (world.secret === null || world.lastAnswer === null) return
      const challenge = await askChallenge(browser, email, world.passwordNow)
      const body = { challenge, code: world.lastAnswer }
      equal(await outcomeOf(browser.ask(sendSecondStep, { body })), 'second_code_wrong')
      return
    }
    case 'recover': {
      if (world.secret === null) return
      const [code, ...left] = world.codes
      const challenge = await askChallenge(browser, email, world.passwordNow)
      for (const used of world.usedCodes.slice(-2)) {
        const body = { challenge, code: used }
        equal(await outcomeOf(browser.ask(sendSecondStep, { body })), 'second_code_wrong')
      }
      if (code === undefined) return
      browser.signIn(await browser.ask(sendSecondStep, { body: { challenge, code } }))
      Object.assign(world, { codes: left, usedCodes: [...world.usedCodes, code] })
      return
    }
    case 'reset':
      await resetTo(server, world, world.passwordNow === password ? 'another one 1' : password)
      return enter(server, world)
    case 'not me': {
      const newest = (await readOutbox(server, email)).find((mail) => tokenIn(mail) !== '')
      if (!newest) return
      const [alert] = await db.select().from(accountAlerts).where(eq(accountAlerts.userId, id))
      const outcome = await outcomeOf(
        server.visitor(sayNotMe, { body: { token: tokenIn(newest) } }),
      )
      if (outcome !== 'ok') return
      assert(alert)
      const body = { email, password: world.passwordNow }
      notEqual(await outcomeOf(openBrowser(server).ask(login, { body })), 'ok')
      equal(await db.$count(sessions, eq(sessions.userId, id)), 0)
      await resetTo(server, world, world.passwordNow === password ? 'another one 2' : password)
      const [row] = await db.select().from(users).where(eq(users.id, id))
      // What the mail was about is gone, if it was the app; else the app stays.
      if (row?.hasSecondStep === false) {
        if (world.secret !== null) equal(newest.subject, 'A second step was set up')
        Object.assign(world, { secret: null, codes: [], usedCodes: [], lastAnswer: null })
      } else {
        Object.assign(world, { codes: [], usedCodes: world.codes })
      }
      return enter(server, world)
    }
    case 'steal': {
      const thief = openBrowser(server, { ip: '10.66.0.1' })
      const outcome = await outcomeOf(
        thief.ask(login, { body: { email, password: world.passwordNow } }),
      )
      equal(outcome, world.secret === null ? 'ok' : 'second_step_needed')
      const { step_up_by: ways } = await browser.ask(readSecurity, {})
      equal(ways.includes('password'), world.secret === null)
      if (world.secret === null) return
      const typed = browser.ask(stepUp, { body: { password: world.passwordNow } })
      equal(await outcomeOf(typed), 'step_up_needed')
    }
  }
}

async function resetTo(server: TestServer, world: World, next: string): Promise<void> {
  const { browser, email } = world
  await browser.ask(forgotPassword, { body: { email } })
  const token = await readResetToken(server, email)
  await browser.ask(resetPassword, { body: { token, password: next, confirm_password: next } })
  world.passwordNow = next
}
