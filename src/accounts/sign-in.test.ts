import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  unique,
} from '../../tests/support/factories.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { listPayments } from '../admin/contract.ts'
import { adminLogin, login, logout, readProfile } from './contract.ts'
import { hashPassword } from './passwords.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

const password = 'correct horse 9'
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

describe('a learner who logs in', () => {
  test('gets a session and what the header needs to know', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const course = await makeCourse(db)
    await grantCourse(db, learner, course)

    const answer = await visitor(login, {
      body: { email: ` ${learner.email.toUpperCase()} `, password },
    })

    expect(answer.user).toEqual({
      id: learner.id,
      email: learner.email,
      name: learner.name,
      is_admin: false,
      phone: null,
      purchased_courses: [course.id],
    })
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect((await server.as(answer)(readProfile, {})).user).toEqual(answer.user)
  })

  test('hears the same words for a wrong password as for an unknown address', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const withGoogleOnly = await makeLearner(db)
    const sentence = 'Invalid email or password. Please check your credentials.'

    for (const email of [learner.email, withGoogleOnly.email, `${unique('x')}@example.test`]) {
      await expect(visitor(login, { body: { email, password: 'wrong' } })).rejects.toMatchObject({
        status: 401,
        code: 'credentials_wrong',
        detail: sentence,
      })
    }
  })

  test.each([
    [{ email: 'nonsense', password: 'x' }, 'email'],
    [{ email: 'a@example.test', password: '' }, 'password'],
    [{ email: 'a@example.test' }, 'password'],
    [{ email: { $ne: null }, password: 'x' }, 'email'],
  ])('with %j is told what to correct', async (body, path) => {
    await expect(visitor(login, { body: body as Pair })).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('is stopped after ten wrong tries, thirty at the same moment included', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const guess = () => visitor(login, { body: { email: learner.email, password: 'wrong' } })

    const statuses = await Promise.all(
      Array.from({ length: 30 }, () => guess().catch((error: { status: number }) => error.status)),
    )

    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const right = visitor(login, { body: { email: learner.email, password } })
    await expect(right).rejects.toMatchObject({ status: 429, code: 'too_many_tries' })
  })

  test('is never stopped by being right', async () => {
    const learner = await makeLearner(db, { passwordHash })

    for (let count = 0; count < 12; count += 1) {
      const answer = await visitor(login, { body: { email: learner.email, password } })
      expect(answer.user.id).toBe(learner.id)
    }
  })
})

describe('the administrators’ login', () => {
  test('lets an administrator in', async () => {
    const admin = await makeAdmin(db, { passwordHash })

    const answer = await visitor(adminLogin, { body: { email: admin.email, password } })

    expect(answer.user.is_admin).toBe(true)
    expect(await server.as(answer)(listPayments, {})).toEqual([])
  })

  test('takes a learner’s right password for wrong', async () => {
    const learner = await makeLearner(db, { passwordHash })

    const answer = visitor(adminLogin, { body: { email: learner.email, password } })

    await expect(answer).rejects.toMatchObject({ status: 401, code: 'credentials_wrong' })
  })

  test('stops after five wrong tries', async () => {
    const admin = await makeAdmin(db, { passwordHash })
    const guess = () => visitor(adminLogin, { body: { email: admin.email, password: 'wrong' } })
    for (let count = 0; count < 5; count += 1) {
      await expect(guess()).rejects.toMatchObject({ status: 401 })
    }

    await expect(guess()).rejects.toMatchObject({ status: 429 })
  })
})

describe('a session', () => {
  test('is kept only as the hash of its token', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const { token } = await visitor(login, { body: { email: learner.email, password } })

    const { rows } = await db.execute(sql`
      select encode(token_hash, 'escape') as escaped, encode(token_hash, 'base64') as base64,
             sessions::text as whole
        from sessions where user_id = ${learner.id}`)

    expect(rows).toHaveLength(2) // one of the factory
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('ends with logout, others of the same person go on', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const other = await visitor(login, { body: { email: learner.email, password } })

    await server.as(learner)(logout, {})

    await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
    expect((await server.as(other)(readProfile, {})).user.id).toBe(learner.id)
  })

  test('that is no session may be logged out as well', async () => {
    expect(await visitor(logout, {})).toEqual({ message: 'You are logged out.' })
    expect(await server.as({ token: 'nonsense' })(logout, {})).toHaveProperty('message')
  })

  test('lasts thirty days from its last day of use', async () => {
    const learner = await makeLearner(db)
    await db.execute(sql`
      update sessions set expires_at = now() + interval '1 minute' where user_id = ${learner.id}`)

    await server.as(learner)(readProfile, {})

    const { rows } = await db.execute(sql`
      select expires_at > now() + interval '29 days 23 hours' as is_extended
        from sessions where user_id = ${learner.id}`)
    expect(rows).toEqual([{ is_extended: true }])
  })

  test('that is over, or was never given, is none', async () => {
    const learner = await makeLearner(db)
    await db.execute(sql`update sessions set expires_at = now() where user_id = ${learner.id}`)

    for (const token of [learner.token, 'x'.repeat(43), '', "' or 1=1"]) {
      await expect(server.as({ token })(readProfile, {})).rejects.toMatchObject({ status: 401 })
    }
    const answer = await server.fetch('/api/auth/profile')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('knows at once that somebody is no administrator any more', async () => {
    const admin = await makeAdmin(db)
    expect(await server.as(admin)(listPayments, {})).toEqual([])

    await db.execute(sql`update users set is_admin = false where id = ${admin.id}`)

    await expect(server.as(admin)(listPayments, {})).rejects.toMatchObject({ status: 403 })
  })
})

interface Pair {
  email: string
  password: string
}
