import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLearner, type Person } from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { changePassword, login, readProfile, updateProfile } from '../contract.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

const old = 'the old one 1'
const fresh = 'the new one 2'
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hashPassword(old)
})

test('a learner changes name and phone, each by itself, and takes the phone away again', async () => {
  const learner = await makeLearner(db)
  const me = server.as(learner)

  await me(updateProfile, { body: { name: '  मीरा नायर ' } })
  await me(updateProfile, { body: { phone: '+91 98765 43210' } })

  const both = { name: 'मीरा नायर', phone: '+91 98765 43210' }
  expect((await me(readProfile, {})).user).toMatchObject(both)
  const { user } = await me(updateProfile, { body: { phone: null } })
  expect(user).toMatchObject({ name: 'मीरा नायर', phone: null, email: learner.email })
  expect((await me(updateProfile, { body: {} })).user).toEqual(user)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'Visit https://evil.example' }, 'name'],
  [{ phone: 'call me' }, 'phone'],
  [{ phone: '12' }, 'phone'],
])('what cannot be printed or called is refused: %j', async (body, path) => {
  const learner = await makeLearner(db)

  await expect(server.as(learner)(updateProfile, { body })).rejects.toMatchObject({
    status: 400,
    errors: [expect.objectContaining({ path })],
  })
})

test('a learner who knows the present password chooses another, and every other device is logged out', async () => {
  const learner = await makeLearner(db, { passwordHash })
  const elsewhere = { token: await openSession(db, learner.id) }

  await change(learner, { current_password: old })

  expect((await server.as(learner)(readProfile, {})).user.id).toBe(learner.id)
  await expect(server.as(elsewhere)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  await visitor(login, { body: { email: learner.email, password: fresh } })
  const [notice] = await readOutbox(server, learner.email)
  expect(notice?.subject).toBe('Your password was changed')
  expect(notice?.text).toContain('every other device was logged out')
})

test('whoever does not know the present password changes nothing, and has ten tries', async () => {
  const learner = await makeLearner(db, { passwordHash })
  const guess = () => change(learner, { current_password: 'a guess' })

  for (let tries = 0; tries < 10; tries += 1) {
    await expect(guess()).rejects.toMatchObject({
      status: 400,
      code: 'password_wrong',
      errors: [{ path: 'current_password', message: 'Your present password is wrong.' }],
    })
  }

  await expect(guess()).rejects.toMatchObject({ status: 429 })
  await visitor(login, { body: { email: learner.email, password: old } })
})

test('of two changes at the same moment one counts', async () => {
  const learner = await makeLearner(db, { passwordHash })

  const both = await Promise.allSettled(
    [1, 2].map(() => change(learner, { current_password: old })),
  )

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a profile says whether its person has a password to change', async () => {
  const byPassword = await makeLearner(db, { passwordHash })
  const byGoogle = await makeLearner(db)

  expect(await server.as(byPassword)(readProfile, {})).toMatchObject({ has_password: true })
  expect(await server.as(byGoogle)(readProfile, {})).toMatchObject({ has_password: false })
})

test('a person without a password, who signs in by Google, is told that it is wrong', async () => {
  const learner = await makeLearner(db)

  await expect(change(learner, { current_password: old })).rejects.toMatchObject({
    code: 'password_wrong',
  })
})

test('passwords that differ, or are too short, are refused field by field', async () => {
  const learner = await makeLearner(db, { passwordHash })

  await expect(change(learner, { confirm_password: 'another' })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'confirm_password', message: 'Passwords do not match' }],
  })
  await expect(
    change(learner, { password: 'short', confirm_password: 'short' }),
  ).rejects.toMatchObject({ errors: [expect.objectContaining({ path: 'password' })] })
})

function change(learner: Person, body: Partial<Record<string, string>>) {
  const whole = { current_password: old, password: fresh, confirm_password: fresh, ...body }
  return server.as(learner)(changePassword, { body: whole })
}
