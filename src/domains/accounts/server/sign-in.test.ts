import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  unique,
} from '../../../../tests/support/factories.ts'
import { type Browser, openBrowser } from '../../../../tests/support/open-browser.ts'
import { readCode, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { listPayments } from '../../admin/contract.ts'
import {
  adminLogin,
  forgotPassword,
  googleLogin,
  login,
  logout,
  readProfile,
  resetPassword,
  signUp,
  verifySignUp,
} from '../contract.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
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
      role: null,
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

describe('somebody whose password a stranger guesses', () => {
  test('logs in from another network all the same', async () => {
    const learner = await makeLearner(db, { passwordHash })
    await guess(openBrowser(server, { ip: '10.3.0.1' }), learner, 30)

    const mine = openBrowser(server, { ip: '10.3.0.2' })

    expect(await guess(mine, learner, 1, password)).toEqual([200])
  })

  test('logs in from the same network on a device where they did before', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const mine = openBrowser(server, { ip: '10.3.1.1' })
    await mine.ask(login, { body: { email: learner.email, password } })
    await guess(openBrowser(server, { ip: '10.3.1.1' }), learner, 30)

    const answer = await mine.ask(login, { body: { email: learner.email, password } })

    expect(answer.user.id).toBe(learner.id)
  })

  test('is protected on a known device as well: ten wrong tries there', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const stolen = openBrowser(server)
    await stolen.ask(login, { body: { email: learner.email, password } })

    expect(await guess(stolen, learner, 12)).toEqual([...Array(10).fill(401), 429, 429])
  })

  test('logs in at once with a password chosen anew, on whatever device', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const ip = '10.3.2.1'
    expect((await guess(openBrowser(server, { ip }), learner, 12)).at(-1)).toBe(429)
    const anywhere = openBrowser(server, { ip })

    await reset(anywhere, learner, 'a fresh one 3')

    for (const browser of [anywhere, openBrowser(server, { ip })]) {
      await browser.ask(login, { body: { email: learner.email, password: 'a fresh one 3' } })
    }
  })

  test('is safe from guesses out of many networks, and has a known device and the reset to get in', async () => {
    const learner = await makeLearner(db, { passwordHash })
    const known = openBrowser(server)
    await known.ask(login, { body: { email: learner.email, password } })
    const statuses: number[] = []
    for (let network = 0; network < 7; network += 1) {
      statuses.push(...(await guess(openBrowser(server, { ip: `10.4.${network}.1` }), learner, 10)))
    }
    const fresh = openBrowser(server, { ip: '10.4.99.1' })

    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(50)).toEqual(Array(20).fill(429))
    expect(await guess(fresh, { email: learner.email }, 1, password)).toEqual([429])
    expect(await guess(known, { email: learner.email }, 1, password)).toEqual([200])
    await reset(fresh, learner, 'a fresh one 3')
    expect(await guess(fresh, { email: learner.email }, 1, 'a fresh one 3')).toEqual([200])
  })
})

describe('the people of one mobile network', () => {
  test('log in while one of them goes on guessing at one address', async () => {
    const [victim, neighbour] = [
      await makeLearner(db, { passwordHash }),
      await makeLearner(db, { passwordHash }),
    ]
    const ip = '10.5.0.1'
    const stranger = openBrowser(server, { ip })
    for (let round = 0; round < 21; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => guess(stranger, victim, 1)))
    }

    const answer = await openBrowser(server, { ip }).ask(login, {
      body: { email: neighbour.email, password },
    })

    expect(answer.user.id).toBe(neighbour.id)
  })

  test('sign up while one of them sends made-up codes, links and credentials', async () => {
    const ip = '10.5.1.1'
    const { ask } = openBrowser(server, { ip })
    const made = { password: 'something 1', confirm_password: 'something 1' }
    for (let round = 0; round < 13; round += 1) {
      const flood = Array.from({ length: 50 }, (_, at) => [
        ask(verifySignUp, {
          body: { email: `${unique('x')}@example.test`, verification_code: `${at}` },
        }),
        ask(resetPassword, { body: { ...made, token: unique('x') } }),
        ask(googleLogin, { body: { credential: 'x' } }),
      ])
      await Promise.allSettled(flood.flat())
    }
    const email = `${unique('neighbour')}@example.test`
    const neighbour = openBrowser(server, { ip })

    await neighbour.ask(signUp, { body: { ...made, email, name: 'Ravi' } })
    const code = await readCode(server, email)
    const answer = await neighbour.ask(verifySignUp, { body: { email, verification_code: code } })

    expect(answer.user.email).toBe(email)
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

    expect(await guess(null, admin, 6, 'wrong', adminLogin)).toEqual([...Array(5).fill(401), 429])
  })

  test('counts together with the usual one, which lets administrators in too', async () => {
    const admin = await makeAdmin(db, { passwordHash })

    const statuses = [
      ...(await guess(null, admin, 3, 'wrong', login)),
      ...(await guess(null, admin, 3, 'wrong', adminLogin)),
      ...(await guess(null, admin, 1, password, login)),
      ...(await guess(null, admin, 1, password, adminLogin)),
    ]

    expect(statuses).toEqual([...Array(5).fill(401), 429, 429, 429])
  })

  test('does not tell a learner’s wrong password from a right one, and keeps nobody from the usual one', async () => {
    const learner = await makeLearner(db, { passwordHash })

    const wrong = await guess(null, learner, 3, 'wrong', adminLogin)
    const right = await guess(null, learner, 3, password, adminLogin)

    expect([...wrong, ...right]).toEqual([...Array(5).fill(401), 429])
    expect(await guess(null, learner, 1, password)).toEqual([200])
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
    await use(learner, { lastUsed: '2 hours', opened: '300 days' })

    expect(await daysLeft(learner)).toBe(30)
    expect(await server.as(learner)(readProfile, {})).toBeDefined()
  })

  test('of staff lasts fourteen days from its last use, and ninety at most', async () => {
    const admin = await makeAdmin(db)
    await use(admin, { lastUsed: '2 hours', opened: '3 days' })
    expect(await daysLeft(admin)).toBe(14)

    await use(admin, { lastUsed: '2 hours', opened: '89 days' })
    expect(await daysLeft(admin)).toBe(1)
    await use(admin, { lastUsed: '2 hours', opened: '89 days 23 hours 59 minutes' })
    await db.execute(sql`
      update sessions set expires_at = expires_at - interval '1 hour' where user_id = ${admin.id}`)
    await expect(server.as(admin)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  })

  test('is never shortened in its first days, however it is used', async () => {
    const [learner, admin] = [await makeLearner(db), await makeAdmin(db)]
    for (const person of [learner, admin]) {
      const browser = { token: await openSession(db, person.id), id: person.id }
      for (const lastUsed of ['0 hours', '2 hours', '26 hours', '3 days']) {
        await use(browser, { lastUsed, opened: '4 days' })
        expect((await server.as(browser)(readProfile, {})).user.id).toBe(person.id)
      }
      expect(await daysLeft(browser)).toBeGreaterThanOrEqual(14)
    }
  })

  test('of a learner ends a year after it was opened', async () => {
    const learner = await makeLearner(db)
    await use(learner, { lastUsed: '2 hours', opened: '364 days' })

    expect(await daysLeft(learner)).toBe(1)
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

/** As if it was opened and last used so long ago; then it is used. */
async function use(
  person: { id: string; token: string },
  { lastUsed, opened }: { lastUsed: string; opened: string },
): Promise<void> {
  await db.execute(sql`
    update sessions set last_used_at = now() - ${lastUsed}::interval,
      created_at = now() - ${opened}::interval where user_id = ${person.id}`)
  await server.as(person)(readProfile, {})
}

async function daysLeft({ id }: { id: string }): Promise<number> {
  const { rows } = await db.execute<{ days: number }>(sql`
    select max(round(extract(epoch from expires_at - now()) / 86400))::int as days
      from sessions where user_id = ${id}`)
  return rows[0]?.days ?? 0
}

interface Pair {
  email: string
  password: string
}

/** Logs in so many times, one after the other, with a wrong password unless one is given. */
async function guess(
  browser: Browser | null,
  { email }: { email: string },
  times: number,
  typed = 'wrong',
  door: typeof login | typeof adminLogin = login,
): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 0; count < times; count += 1) {
    const answer = (browser?.ask ?? visitor)(door, { body: { email, password: typed } })
    statuses.push(
      await answer.then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    )
  }
  return statuses
}

async function reset({ ask }: Browser, { email }: { email: string }, fresh: string): Promise<void> {
  await ask(forgotPassword, { body: { email } })
  const token = await readResetToken(server, email)
  await ask(resetPassword, { body: { token, password: fresh, confirm_password: fresh } })
}
