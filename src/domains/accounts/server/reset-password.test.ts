import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeLearner, type Person, unique } from '../../../../tests/support/factories.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { forgotPassword, login, readProfile, resetPassword } from '../contract.ts'
import { changeEmail } from './change-email.ts'
import { hashPassword } from './passwords.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hashPassword('the old one 1')
})
const fresh = 'the new one 2'

test('somebody who forgot the password chooses a new one by mail, and every device is logged out', async () => {
  const { learner, token } = await forget()

  await choose(token, fresh)

  await visitor(login, { body: { email: learner.email, password: fresh } })
  const old = visitor(login, { body: { email: learner.email, password: 'the old one 1' } })
  await expect(old).rejects.toMatchObject({ status: 401 })
  await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  const [notice] = await readOutbox(server, learner.email)
  expect(notice?.subject).toBe('Your password was changed')
})

test('a link works once, also when it is opened twice at the same moment', async () => {
  const { token } = await forget()

  const both = await Promise.allSettled([choose(token, fresh), choose(token, 'another one 3')])

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(choose(token, fresh)).rejects.toMatchObject({
    status: 400,
    code: 'reset_link_unusable',
  })
})

test('a new password and a new address at the same moment come one after the other', async () => {
  const { learner, token } = await forget()
  let choosing: Promise<unknown> = Promise.resolve()
  await db.transaction(async (db) => {
    await db.execute(sql`select from users where id = ${learner.id} for update`) // as it begins
    choosing = choose(token, fresh).catch((error: unknown) => error)
    await vi.waitUntil(async () => (await countBlocked(db)) > 0)
    await changeEmail(db, learner.id, `${unique('new')}@example.test`)
  })

  expect(await choosing).toMatchObject({ code: 'reset_link_unusable' })
})

test('a used link takes the other open links of the person with it', async () => {
  const { learner, token } = await forget()
  await visitor(forgotPassword, { body: { email: learner.email } })
  const second = await readResetToken(server, learner.email)

  await choose(second, fresh)

  await expect(choose(token, fresh)).rejects.toMatchObject({ code: 'reset_link_unusable' })
})

test('a link is good for thirty minutes', async () => {
  const { learner, token } = await forget()
  await db.execute(sql`
    update password_resets set expires_at = expires_at - interval '30 minutes'
     where user_id = ${learner.id}`)

  await expect(choose(token, fresh)).rejects.toMatchObject({ code: 'reset_link_unusable' })
})

test('an address without an account gets the same answer and no mail', async () => {
  const email = `${unique('nobody')}@example.test`
  const { learner } = await forget()

  const known = await visitor(forgotPassword, { body: { email: learner.email } })
  const unknown = await visitor(forgotPassword, { body: { email } })

  expect(unknown).toEqual(known)
  expect(await readOutbox(server, email)).toEqual([])
})

test('links are kept only as hashes', async () => {
  const { learner, token } = await forget()

  const { rows } = await db.execute(sql`
    select password_resets::text as whole, encode(token_hash, 'base64') as hash
      from password_resets where user_id = ${learner.id}`)

  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.each([
  [{ token: 'x', password: 'short', confirm_password: 'short' }, 'password'],
  [{ token: 'x', password: fresh, confirm_password: 'else' }, 'confirm_password'],
  [{ token: '', password: fresh, confirm_password: fresh }, 'token'],
])('a new password that cannot be is refused: %j', async (body, path) => {
  await expect(visitor(resetPassword, { body })).rejects.toMatchObject({
    status: 400,
    errors: expect.arrayContaining([expect.objectContaining({ path })]),
  })
})

test('a made-up link changes nothing', async () => {
  await expect(choose('a'.repeat(43), fresh)).rejects.toMatchObject({
    status: 400,
    code: 'reset_link_unusable',
  })
  const nonsense = visitor(forgotPassword, { body: { email: 'nonsense' } })
  await expect(nonsense).rejects.toMatchObject({ status: 400 })
})

test('a flood of made-up links costs no hashing: all are answered, none is told to wait', async () => {
  const flood = Array.from({ length: 700 }, () => choose(unique('made-up'), fresh).catch(codeOf))

  expect(new Set(await Promise.all(flood))).toEqual(new Set(['reset_link_unusable']))
})

async function forget(): Promise<{ learner: Person; token: string }> {
  const learner = await makeLearner(db, { passwordHash })
  await visitor(forgotPassword, { body: { email: learner.email } })
  return { learner, token: await readResetToken(server, learner.email) }
}

function choose(token: string, password: string) {
  return visitor(resetPassword, { body: { token, password, confirm_password: password } })
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error
}
