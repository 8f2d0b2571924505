import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { makeLearner, unique } from '../../../../tests/support/factories.ts'
import { openBrowser } from '../../../../tests/support/open-browser.ts'
import { readCode, readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { login, readProfile, resendCode, signUp, verifySignUp } from '../contract.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

const password = 'correct horse 9'

describe('somebody who signs up', () => {
  test('gets a code by mail, and with it an account and a session', async () => {
    const email = newAddress()

    const answer = await visitor(signUp, { body: form({ email: `  ${email.toUpperCase()} ` }) })
    const verified = await verify(email, await readCode(server, email))

    expect(answer).toEqual({ email })
    expect(verified.auto_login).toBe(true)
    expect(verified.user).toEqual({
      id: expect.any(String),
      email,
      name: 'मीरा Nair',
      is_admin: false,
      role: null,
      phone: null,
      purchased_courses: [],
    })
    const profile = await server.as(verified)(readProfile, {})
    expect(profile.user).toEqual(verified.user)
    const again = await visitor(login, { body: { email, password } })
    expect(again.user.id).toBe(verified.user.id)
  })

  test('has no account before the code comes back', async () => {
    const email = newAddress()
    await visitor(signUp, { body: form({ email }) })

    const early = visitor(login, { body: { email, password } })

    await expect(early).rejects.toMatchObject({ status: 401, code: 'credentials_wrong' })
  })

  test('may sign up again in the same browser, which replaces name, password and code', async () => {
    const email = newAddress()
    const { ask } = openBrowser(server)
    await ask(signUp, { body: form({ email }) })
    const firstCode = await readCode(server, email)
    const another = { password: 'another pass 7', confirm_password: 'another pass 7' }
    await ask(signUp, { body: form({ email, name: 'Meera', ...another }) })
    const secondCode = await readCode(server, email)

    const first = ask(verifySignUp, { body: { email, verification_code: firstCode } })
    await expect(first).rejects.toMatchObject(refused('code_wrong'))
    const verified = await ask(verifySignUp, { body: { email, verification_code: secondCode } })

    expect(verified.user.name).toBe('Meera')
    await visitor(login, { body: { email, password: another.password } })
    await expect(visitor(login, { body: { email, password } })).rejects.toMatchObject(
      refused('credentials_wrong', 401),
    )
  })

  test('with an address that has an account hears the same, and its owner is told by mail', async () => {
    const owner = await makeLearner(db)

    const answer = await visitor(signUp, { body: form({ email: owner.email }) })

    expect(answer).toEqual({ email: owner.email })
    const [mail] = await readOutbox(server, owner.email)
    expect(mail?.subject).toMatch(/already have an account/)
    expect(mail?.text).not.toMatch(/^\d{6}$/m)
    await expect(verify(owner.email, '000000')).rejects.toMatchObject(refused('code_wrong'))
  })

  test.each([
    [{ email: 'not an address' }, 'email'],
    [{ email: '' }, 'email'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ password: 'short', confirm_password: 'short' }, 'password'],
    [{ password: 'x'.repeat(129), confirm_password: 'x'.repeat(129) }, 'password'],
    [{ confirm_password: 'something else' }, 'confirm_password'],
    [{ name: 5 }, 'name'],
  ])('with %j is told what to correct', async (change, path) => {
    const answer = visitor(signUp, { body: { ...form({}), ...change } as Form })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('reads the words of the specification when the passwords differ', async () => {
    const answer = visitor(signUp, { body: form({ confirm_password: 'something else' }) })

    await expect(answer).rejects.toMatchObject({ detail: 'Passwords do not match' })
  })

  test('without a body, or with one that is no JSON, is refused', async () => {
    const send = (body: string) =>
      server.fetch('/api/auth/signup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })

    expect((await send('')).status).toBe(400)
    expect((await send('{"email":')).status).toBe(400)
    expect((await send('[]')).status).toBe(400)
    expect((await send('"text"')).status).toBe(400)
    const form = new URLSearchParams({ email: 'a@example.test' })
    const answer = await server.fetch('/api/auth/signup', { method: 'POST', body: form })
    expect(answer.status).toBe(415)
  })
})

describe('a code', () => {
  test('may be wrong four times, and is spent with the fifth', async () => {
    const { email, code, wrong } = await pend()

    for (let count = 0; count < 4; count += 1)
      await expect(verify(email, wrong)).rejects.toMatchObject(refused('code_wrong'))
    await expect(verify(email, wrong)).rejects.toMatchObject(refused('code_spent'))

    await expect(verify(email, code)).rejects.toMatchObject(refused('code_spent'))
  })

  test('holds against two hundred guesses at the same moment: five are looked at', async () => {
    const { email, code } = await pend()
    const guesses = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0'))

    const problems = await Promise.all(
      guesses.filter((guess) => guess !== code).map((guess) => verify(email, guess).catch(codeOf)),
    )

    expect(problems.filter((refusal) => refusal === 'code_wrong')).toHaveLength(4)
    expect(new Set(problems)).toEqual(new Set(['code_wrong', 'code_spent']))
    await expect(verify(email, code)).rejects.toMatchObject(refused('code_spent'))
  })

  test('sent twice at the same moment opens one account', async () => {
    const { email, code } = await pend()

    const outcomes = await Promise.allSettled([verify(email, code), verify(email, code)])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await db.execute(sql`select 1 from users where email = ${email}`)
    expect(rows).toHaveLength(1)
  })

  test('is too old after fifteen minutes', async () => {
    const { email, code } = await pend()
    await db.execute(sql`
      update sign_up_attempts set expires_at = expires_at - interval '15 minutes'
       where email = ${email}`)

    await expect(verify(email, code)).rejects.toMatchObject(refused('code_expired'))
  })

  test('of a sign-up that never was is wrong', async () => {
    await expect(verify(newAddress(), '123456')).rejects.toMatchObject(refused('code_wrong'))
  })

  test('must be given, with six characters at most', async () => {
    const { email } = await pend()

    for (const code of ['', '1234567']) {
      await expect(verify(email, code)).rejects.toMatchObject({
        status: 400,
        errors: [expect.objectContaining({ path: 'verification_code' })],
      })
    }
  })

  test('is kept only as a keyed hash', async () => {
    const { email, code } = await pend()

    const { rows } = await db.execute(sql`
      select name, password_hash, encode(code_hash, 'escape') as code
        from sign_up_attempts where email = ${email}`)

    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('a code asked for again', () => {
  test('replaces the first one, and makes five tries of nothing', async () => {
    const { email, code, wrong } = await pend()
    for (let count = 0; count < 5; count += 1) await verify(email, wrong).catch(codeOf)

    const answer = await visitor(resendCode, { body: { email } })
    const fresh = await readCode(server, email)

    expect(answer).toEqual({ email })
    expect(await readOutbox(server, email)).toHaveLength(2)
    await expect(verify(email, code)).rejects.toMatchObject(refused('code_wrong'))
    expect((await verify(email, fresh)).auto_login).toBe(true)
  })

  test('comes once a minute', async () => {
    const { email } = await pend()
    await visitor(resendCode, { body: { email } })

    const second = await server.fetch('/api/auth/resend-code', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })

    expect(second.status).toBe(429)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await readOutbox(server, email)).toHaveLength(2)
  })

  test('by somebody who never signed up is answered the same and sends nothing', async () => {
    const email = newAddress()

    expect(await visitor(resendCode, { body: { email } })).toEqual({ email })
    expect(await readOutbox(server, email)).toEqual([])
  })
})

test('one inbox gets ten mails an hour at most from one network, plus-tags or not', async () => {
  const tag = unique('inbox')
  const send = (email: string) => visitor(signUp, { body: form({ email }) })
  for (let count = 0; count < 5; count += 1) {
    await send(`${tag}+${count}@gmail.com`)
    await send(`${tag.split('').join('.')}@gmail.com`)
  }

  for (const email of [`${tag}@gmail.com`, `${tag}+new@gmail.com`, `${tag}@googlemail.com`]) {
    await expect(send(email)).rejects.toMatchObject(refused('too_many_tries', 429))
  }
  await send(`${tag}@example.test`)
})

test('an inbox that answers with its codes may open as many accounts as it likes', async () => {
  const tag = unique('family')
  for (let count = 0; count < 11; count += 1) {
    const email = `${tag}+${count}@example.test`
    await visitor(signUp, { body: form({ email }) })
    const { user } = await verify(email, await readCode(server, email))
    expect(user.email).toBe(email)
  }
})

interface Form {
  email: string
  name: string
  password: string
  confirm_password: string
}

function form(change: Partial<Form>): Form {
  return {
    email: newAddress(),
    name: ' मीरा Nair ',
    password,
    confirm_password: password,
    ...change,
  }
}

function newAddress(): string {
  return `${unique('signup')}@example.test`
}

/** Somebody who has signed up and not typed the code yet. */
async function pend(): Promise<{ email: string; code: string; wrong: string }> {
  const email = newAddress()
  await visitor(signUp, { body: form({ email }) })
  const code = await readCode(server, email)
  return { email, code, wrong: code === '111111' ? '222222' : '111111' }
}

function verify(email: string, code: string) {
  return visitor(verifySignUp, { body: { email, verification_code: code } })
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : error
}

function refused(code: string, status = 400): { status: number; code: string } {
  return { status, code }
}
