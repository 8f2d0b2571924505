import { and, eq, isNull, like, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  changePassword,
  endOtherSessions,
  forgotPassword,
  login,
  resetPassword,
  saveMailConsents,
  signUp,
  updateProfile,
} from '../src/domains/accounts/contract.ts'
import {
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  sayNotMe,
  sendSecondStep,
  startApp,
  stepUp,
} from '../src/domains/accounts/security/contract.ts'
import { hashPassword } from '../src/domains/accounts/server/passwords.ts'
import { hashToken, openSession } from '../src/domains/accounts/server/sessions.ts'
import {
  accountAlerts,
  knownDevices,
  passwordResets,
  recoveryCodes,
  sessions,
  users,
} from '../src/domains/accounts/server/tables.ts'
import {
  answerEmailChange,
  blockLearner,
  confirmEmail,
  endSessions,
  impersonateLearner,
  requestEmailChange,
  requestOwnEmailChange,
  resetSecondStep,
} from '../src/domains/learners/contract.ts'
import { emailChanges } from '../src/domains/learners/server/tables.ts'
import { cancelErasure, requestErasure } from '../src/domains/privacy/contract.ts'
import { acceptInvitation, changeRole, inviteStaff } from '../src/domains/staff/contract.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import { codeOf, laterOn } from './support/app-codes.ts'
import { makeAdmin, makeLearner, type Person } from './support/factories.ts'
import { findRaces, wasDone } from './support/find-races.ts'
import { type Browser, openBrowser } from './support/open-browser.ts'
import { readResetToken } from './support/read-outbox.ts'
import { runs } from './support/runs.ts'
import { askChallenge, password } from './support/second-step.ts'
import { type AskAs, startTestServer, type TestServer } from './support/start-test-server.ts'
import { stopTransactions } from './support/stop-transactions.ts'

const env = { TRUST_PROXY: '1' }
const server = await startTestServer({ env })
const slow = await startTestServer({ beside: server, env })
const { db } = server
const stopBefore = stopTransactions(slow.pool)
const passwordHash = await hashPassword(password)
afterAll(async () => {
  await slow.close()
  await server.close()
})

/** Somebody to whom anything may happen next, and an owner of the academy. */
interface World {
  person: Person
  otherToken: string
  owner: Person
  /** In which the first step of a log-in was taken. */
  browser: Browser
  challenge: string
  secret: string
  nextSecret: string
  codes: string[]
  invitation: string
  ip: string
}
let worlds = 0

async function makeWorld(): Promise<World> {
  worlds += 1
  const ip = `10.1.${worlds >> 8}.${worlds & 255}`
  const [person, owner] = [await makeLearner(db, { passwordHash }), await makeAdmin(db)]
  const { id, email } = person
  const otherToken = await openSession(db, id)
  await show(person)
  await show(owner)
  const soon = sql`now() + interval '1 hour'`
  const links = (word: string) => ({ tokenHash: hashToken(`${word} ${id}`), userId: id })
  await db.insert(passwordResets).values({ ...links('reset'), expiresAt: soon })
  await db.insert(accountAlerts).values({ ...links('alert'), expiresAt: soon })
  await db.insert(emailChanges).values({
    ...links('new'),
    oldTokenHash: hashToken(`old ${id}`),
    email: `new-${email}`,
    requestedBy: id,
    expiresAt: soon,
  })
  const { secret } = await server.as(person)(startApp, {})
  const body = { code: codeOf(secret) }
  const { recovery_codes: codes } = await server.as(person)(confirmApp, { body })
  await laterOn(server, person)
  const { secret: nextSecret } = await server.as(person)(startApp, {})
  const browser = openBrowser(server, { ip })
  const challenge = await askChallenge(browser, email)
  await server.as(owner)(inviteStaff, { body: { email, role: 'owner' } })
  const invitation = await readResetToken(server, email)
  const keys = { secret, nextSecret, codes, invitation }
  return { person, otherToken, owner, browser, challenge, ...keys, ip }
}

/** As if they had just shown that it is them. */
function show({ token }: { token: string }) {
  const now = sql`now()`
  return db
    .update(sessions)
    .set({ steppedUpAt: now, secondStepAt: now })
    .where(eq(sessions.tokenHash, hashToken(token)))
}

interface Asking extends World {
  asVisitor: AskAs
  asPerson: AskAs
  asOwner: AskAs
  link: (word: string) => string
  email: string
  /** What staff send. */
  aboutThem: { params: { id: string }; body: { reason: string } }
}

const changes = {
  'the new address is confirmed': ({ asVisitor, link }) =>
    asVisitor(confirmEmail, { body: { token: link('new') } }),
  'the old address agrees': ({ asVisitor, link }) =>
    asVisitor(answerEmailChange, { body: { token: link('old'), agrees: true } }),
  'the address changes': async ({ asVisitor, link }) => {
    const isTheirs = eq(emailChanges.tokenHash, hashToken(link('new')))
    await db.update(emailChanges).set({ confirmedAt: sql`now()` }).where(isTheirs)
    await asVisitor(answerEmailChange, { body: { token: link('old'), agrees: true } })
  },
  'the old address refuses': ({ asVisitor, link }) =>
    asVisitor(answerEmailChange, { body: { token: link('old'), agrees: false } }),
  'a password is chosen by a link': ({ asVisitor, link }) =>
    asVisitor(resetPassword, { body: { token: link('reset'), ...newPassword(1) } }),
  'a link for a password is asked for': ({ asVisitor, email }) =>
    asVisitor(forgotPassword, { body: { email } }),
  'the password is changed': ({ asPerson }) =>
    asPerson(changePassword, { body: { current_password: password, ...newPassword(2) } }),
  'it was not them': ({ asVisitor, link }) =>
    asVisitor(sayNotMe, { body: { token: link('alert') } }),
  'they log in': ({ asVisitor, email }) => asVisitor(login, { body: { email, password } }),
  'the second step is taken': ({ asVisitor, challenge, secret }) =>
    asVisitor(sendSecondStep, { body: { challenge, code: codeOf(secret) } }),
  'the second step is a recovery code': ({ asVisitor, challenge, codes }) =>
    asVisitor(sendSecondStep, { body: { challenge, code: codes[0] ?? '' } }),
  'they show once more that it is them': ({ asPerson, secret }) =>
    asPerson(stepUp, { body: { code: codeOf(secret) } }),
  'they show it by a recovery code': ({ asPerson, codes }) =>
    asPerson(stepUp, { body: { code: codes[1] ?? '' } }),
  'another app is taken in use': ({ asPerson, nextSecret }) =>
    asPerson(confirmApp, { body: { code: codeOf(nextSecret) } }),
  'the app is taken away': ({ asPerson }) => asPerson(removeApp, {}),
  'recovery codes are renewed': ({ asPerson }) => asPerson(renewRecoveryCodes, {}),
  'another address is asked for': ({ asPerson, email }) =>
    asPerson(requestOwnEmailChange, { body: { email: `other-${email}` } }),
  'other devices are logged out': ({ asPerson }) => asPerson(endOtherSessions, {}),
  'the name is changed': ({ asPerson }) => asPerson(updateProfile, { body: { name: 'Meera N' } }),
  'they say yes to news': ({ asPerson }) => asPerson(saveMailConsents, { body: { news: true } }),
  'they want to be forgotten': ({ asPerson }) =>
    asPerson(requestErasure, { body: { password, keeps_certificates: false } }),
  'they want to stay': ({ asPerson }) => asPerson(cancelErasure, {}),
  'they accept an invitation': ({ asVisitor, invitation }) =>
    asVisitor(acceptInvitation, { body: { token: invitation } }),
  'the new address signs up': ({ asVisitor, email }) =>
    asVisitor(signUp, { body: { email: `new-${email}`, name: 'Anu', ...newPassword(3) } }),
  'staff ask for a new address': ({ asOwner, aboutThem: { params, body }, email }) =>
    asOwner(requestEmailChange, { params, body: { ...body, email: `third-${email}` } }),
  'staff block them': ({ asOwner, aboutThem }) => asOwner(blockLearner, aboutThem),
  'staff log them out': ({ asOwner, aboutThem }) => asOwner(endSessions, aboutThem),
  'staff take the second step away': ({ asOwner, aboutThem }) =>
    asOwner(resetSecondStep, aboutThem),
  'staff look at the account': ({ asOwner, aboutThem }) => asOwner(impersonateLearner, aboutThem),
  'staff invite them': ({ asOwner, email }) =>
    asOwner(inviteStaff, { body: { email, role: 'teacher' } }),
  'they get a role': ({ asOwner, aboutThem: { params } }) =>
    asOwner(changeRole, { params, body: { role: 'support' } }),
} satisfies Record<string, (world: Asking) => Promise<unknown>>
type Change = keyof typeof changes

function newPassword(number: number) {
  const chosen = `a good one ${number}`
  return { password: chosen, confirm_password: chosen }
}

/** Resolves to whether it was done. */
function happen(at: TestServer, change: Change, world: World): Promise<boolean> {
  const { person, owner, ip } = world
  const visitor = openBrowser(at, { ip, cookies: world.browser.cookies })
  const own = openBrowser(at, { ip })
  own.signIn(person)
  const asked = changes[change]({
    ...world,
    asVisitor: visitor.ask,
    asPerson: own.ask,
    asOwner: at.as(owner),
    link: (word) => `${word} ${person.id}`,
    email: person.email,
    aboutThem: { params: { id: person.id }, body: { reason: 'a test' } },
  })
  return wasDone(asked)
}

async function describe({ person: { id, email }, otherToken }: World): Promise<unknown> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const open = await db.select().from(sessions).where(eq(sessions.userId, id))
  const hasOther = open.some(({ tokenHash }) => tokenHash.equals(hashToken(otherToken)))
  const [change] = await db.select().from(emailChanges).where(eq(emailChanges.userId, id))
  const told = await db
    .select({ to: mails.recipient, subject: mails.subject })
    .from(mails)
    .where(like(mails.recipient, `%${email}`))
  const codesLeft = and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt))
  const linksLeft = and(eq(passwordResets.userId, id), isNull(passwordResets.usedAt))
  return {
    email: user?.email.replace(email, ''),
    name: user?.name,
    role: user?.role,
    isBlocked: user?.blockedAt !== null,
    isLocked: user?.lockedAt !== null,
    hasSecondStep: user?.hasSecondStep,
    hasOldPassword: user?.passwordHash === passwordHash,
    sessions: [open.length, hasOther],
    codes: await db.$count(recoveryCodes, codesLeft),
    links: await db.$count(passwordResets, linksLeft),
    alerts: await db.$count(accountAlerts, eq(accountAlerts.userId, id)),
    devices: await db.$count(knownDevices, eq(knownDevices.userId, id)),
    change: change && [
      change.email.replace(email, ''),
      change.confirmedAt !== null,
      change.agreedAt !== null,
    ],
    mails: told.map(({ to, subject }) => `${to.replace(email, '')} ${subject}`).toSorted(),
  }
}

function racesOf(first: Change, second: Change): Promise<string[]> {
  return findRaces({
    db,
    stopBefore,
    makeWorld,
    describe,
    first: (world) => happen(slow, first, world),
    second: (world) => happen(server, second, world),
  })
}

// Where that was not so once.
test.each<[Change, Change]>([
  ['the password is changed', 'it was not them'],
  ['it was not them', 'the password is changed'],
  ['the new address is confirmed', 'the old address agrees'],
  ['the address changes', 'a password is chosen by a link'],
  ['the address changes', 'they show it by a recovery code'],
])('%s, and at once %s: it ends as if one had come after the other', async (first, second) => {
  expect(await racesOf(first, second)).toEqual([])
})

test('so do any two changes of an account, and none waits for the other for ever', async () => {
  const names = Object.keys(changes) as Change[]
  const any = fc.constantFrom(...names)
  const numRuns = runs(6)
  await fc.assert(
    fc.asyncProperty(any, any, async (first, second) => {
      fc.pre(first !== second) // said twice at once, it may be answered twice as what was done
      expect(await racesOf(first, second)).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
