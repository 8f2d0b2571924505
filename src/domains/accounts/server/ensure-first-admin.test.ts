import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner, unique } from '../../../../tests/support/factories.ts'
import { openBrowser } from '../../../../tests/support/open-browser.ts'
import { readResetToken } from '../../../../tests/support/read-outbox.ts'
import { makeKnown, password } from '../../../../tests/support/second-step.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { answerEmailChange, confirmEmail, requestOwnEmailChange } from '../../learners/contract.ts'
import { listFormerHolders } from '../../staff/server/list-former-holders.ts'
import { adminLogin, login, readProfile } from '../contract.ts'
import { stepUp } from '../security/contract.ts'
import { ensureFirstAdmin } from './ensure-first-admin.ts'
import { users } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('a fresh academy invents a password for its administrator and tells it once', async () => {
  const email = newAddress()

  const { inventedPassword } = await ensure({ email, password: undefined })
  const later = await ensure({ email, password: undefined })

  expect(later.inventedPassword).toBeNull()
  const answer = await server.visitor(adminLogin, {
    body: { email, password: inventedPassword ?? '' },
  })
  expect(answer.user.is_admin).toBe(true)
})

test('a password from the environment is used and never told', async () => {
  const email = newAddress()

  const { inventedPassword } = await ensure({ email, password: 'from outside' })

  expect(inventedPassword).toBeNull()
  await server.visitor(adminLogin, { body: { email, password: 'from outside' } })
})

test('somebody who has an account becomes administrator and keeps the password', async () => {
  const learner = await makeLearner(db)

  await ensure({ email: learner.email, password: 'another one' })

  const { rows } = await db.execute(sql`
    select is_admin, password_hash from users where id = ${learner.id}`)
  expect(rows).toEqual([{ is_admin: true, password_hash: null }])
})

test('somebody who becomes administrator is logged out everywhere, and the start says so', async () => {
  const learner = await makeLearner(db)
  const other = await makeLearner(db)

  const { notice } = await ensure({ email: learner.email, password: 'another one' })
  const again = await ensure({ email: learner.email, password: 'another one' })

  expect(notice).toContain(learner.email)
  expect(notice).toMatch(/is an administrator from now on.*logged out.*ADMIN_PASSWORD is not used/s)
  expect(again.notice).toBeNull()
  await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  await server.as(other)(readProfile, {})
})

test('an administrator stays logged in at the next start', async () => {
  const admin = await makeAdmin(db)

  const { notice } = await ensure({ email: admin.email, password: undefined })

  expect(notice).toBeNull()
  expect((await server.as(admin)(readProfile, {})).user.is_admin).toBe(true)
})

test('nobody is made at the address that the administrator has left for another', async () => {
  const admin = { email: newAddress(), password: 'from outside' }
  const email = newAddress()
  await ensure(admin)
  await moveAway(admin, email)

  const { notice } = await ensure(admin)

  expect(notice).toContain(`who had ${admin.email} is an owner by another address`)
  expect(await db.$count(users, eq(users.email, admin.email))).toBe(0)
  await server.visitor(adminLogin, { body: { ...admin, email } })
})

test('who signs up at the address that the administrator has left stays a learner', async () => {
  const admin = { email: newAddress(), password: 'from outside' }
  await ensure(admin)
  await moveAway(admin, newAddress())
  await makeLearner(db, { email: admin.email })

  const { notice } = await ensure(admin)

  expect(notice).toContain(`who had ${admin.email} is an owner by another address`)
  expect(await db.$count(users, and(eq(users.email, admin.email), isNull(users.role)))).toBe(1)
})

test('an address that a learner has left is still a way in', async () => {
  const { person } = await makeKnown(server)
  await moveAway({ email: person.email, password }, newAddress())

  await ensure({ email: person.email, password: 'rescue me' })

  const body = { email: person.email, password: 'rescue me' }
  expect((await server.visitor(adminLogin, { body })).user.email).toBe(person.email)
})

test('several processes that start at once make one administrator', async () => {
  const email = newAddress()

  const made = await Promise.all([1, 2, 3].map(() => ensure({ email, password: undefined })))

  expect(made.filter(({ inventedPassword }) => inventedPassword !== null)).toHaveLength(1)
})

function ensure(admin: Parameters<typeof ensureFirstAdmin>[1]) {
  return ensureFirstAdmin(db, admin, (email) => listFormerHolders(db, email))
}

/** Gives who has an address and a password another one, as they ask for it themselves. */
async function moveAway(from: { email: string; password: string }, email: string): Promise<void> {
  const browser = openBrowser(server)
  browser.signIn(await browser.ask(login, { body: from }))
  await browser.ask(stepUp, { body: { password: from.password } })
  await browser.ask(requestOwnEmailChange, { body: { email } })
  const linkTo = (to: string) => readResetToken(server, to)
  const agreed = { token: await linkTo(from.email), agrees: true }
  await server.visitor(answerEmailChange, { body: agreed })
  await server.visitor(confirmEmail, { body: { token: await linkTo(email) } })
}

function newAddress(): string {
  return `${unique('admin')}@example.test`
}
