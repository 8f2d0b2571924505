import { sql } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { makeLearner, unique } from '../../../../tests/support/factories.ts'
import { startGoogleStandIn, typicalClaims } from '../../../../tests/support/google-keys.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { forgetOldRows } from '../../operations/server/old-rows/forget-old-rows.ts'
import { googleLogin, readMailConsents, readProfile } from '../contract.ts'

const google = await startGoogleStandIn()
const server = await startTestServer({ env: google.env })
const { db } = server
afterAll(async () => {
  google.close()
  await server.close()
})

const enter = (credential: string) => server.visitor(googleLogin, { body: { credential } })

describe('somebody who comes with Google', () => {
  test('for the first time gets an account', async () => {
    const claims = newIdentity({ name: 'రవి Kumar' })

    const answer = await enter(await google.sign(claims))

    expect(answer.user).toMatchObject({ email: claims.email, name: 'రవి Kumar', is_admin: false })
    expect((await server.as(answer)(readProfile, {})).user.id).toBe(answer.user.id)
  })

  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])(
    'and answers %s to news gets them: %s, and later ticks change nothing',
    async (wants, gets) => {
      const claims = newIdentity()
      const come = async (wants_news: boolean | undefined, jti: string) => {
        const credential = await google.sign({ ...claims, jti })
        const body = { credential, ...(wants_news !== undefined && { wants_news }) }
        return server.visitor(googleLogin, { body })
      }

      const answer = await come(wants, '1')
      const first = await server.as(answer)(readMailConsents, {})
      await come(true, '2')

      expect(first.news).toMatchObject({ is_given: gets })
      expect(await server.as(answer)(readMailConsents, {})).toEqual(first)
    },
  )

  test('again is the same person, also with another address by now', async () => {
    const claims = newIdentity()
    const first = await enter(await google.sign(claims))

    const second = await enter(await google.sign({ ...claims, email: newIdentity().email }))

    expect(second.user).toEqual(first.user)
  })

  test('twice at the same moment gets one account', async () => {
    const claims = newIdentity()
    const credentials = await Promise.all(['1', '2'].map((jti) => google.sign({ ...claims, jti })))

    const [first, second] = await Promise.all([enter(credentials[0]!), enter(credentials[1]!)])

    expect(first.user.id).toBe(second.user.id)
  })

  test('finds the account that the address has already', async () => {
    const learner = await makeLearner(db)

    const answer = await enter(
      await google.sign(newIdentity({ email: learner.email.toUpperCase() })),
    )

    expect(answer.user).toMatchObject({ id: learner.id, name: learner.name })
  })

  test('is refused when the address is that of another Google account', async () => {
    const claims = newIdentity()
    await enter(await google.sign(claims))

    const answer = enter(await google.sign({ ...claims, sub: unique('sub') }))

    await expect(answer).rejects.toMatchObject({ status: 401, code: 'google_refused' })
  })

  test('without a name is called by the address', async () => {
    const answer = await enter(await google.sign(newIdentity({ name: undefined })))

    expect(answer.user.name).toMatch(/^google-/)
  })
})

describe('a credential that is not good', () => {
  const nowInSeconds = Math.floor(Date.now() / 1000)

  test.each([
    ['was made for another site', () => google.sign(newIdentity({ aud: 'other.example' }))],
    ['comes from another issuer', () => google.sign(newIdentity({ iss: 'https://evil.example' }))],
    ['has run out', () => google.sign(newIdentity({ exp: nowInSeconds - 60 }))],
    [
      'was signed more than ten minutes ago',
      () => google.sign(newIdentity({ iat: nowInSeconds - 601, exp: nowInSeconds + 3000 })),
    ],
    ['was signed tomorrow', () => google.sign(newIdentity({ iat: nowInSeconds + 86_400 }))],
    ['does not say when it was signed', () => google.sign(newIdentity({ iat: undefined }))],
    ['is not good yet', () => google.sign(newIdentity({ nbf: nowInSeconds + 600 }))],
    ['never ends', () => google.sign(newIdentity({ exp: undefined }))],
    ['names nobody', () => google.sign(newIdentity({ sub: undefined }))],
    ['has no address', () => google.sign(newIdentity({ email: undefined }))],
    ['was signed by a stranger', () => google.sign(newIdentity(), { foreignKey: true })],
    ['names an unknown key', () => google.sign(newIdentity(), { keyId: 'key-2' })],
    ['is not signed at all', async () => new UnsecuredJWT(typicalClaims(newIdentity())).encode()],
    ['is signed with the public key as a secret', signWithPublicKey],
    [
      'was changed on the way',
      async () => `${(await google.sign(newIdentity())).slice(0, -6)}AAAAAA`,
    ],
    ['is nonsense', async () => 'nonsense'],
  ])('because it %s is refused', async (_, sign) => {
    await expect(enter(await sign())).rejects.toMatchObject({
      status: 401,
      code: 'google_refused',
    })
  })

  test('because Google did not verify the address is refused with a reason', async () => {
    const learner = await makeLearner(db)
    const claims = newIdentity({ email: learner.email, email_verified: false })

    await expect(enter(await google.sign(claims))).rejects.toMatchObject({
      status: 401,
      code: 'google_email_unverified',
    })
    const { rows } = await db.execute(sql`
      select google_subject from users where id = ${learner.id}`)
    expect(rows).toEqual([{ google_subject: null }])
  })

  test('because it is none is bad input', async () => {
    await expect(enter('')).rejects.toMatchObject({
      status: 400,
      errors: [expect.objectContaining({ path: 'credential' })],
    })
  })
})

describe('a credential', () => {
  test('is good once, also for those who come at the same moment', async () => {
    const credential = await google.sign(newIdentity())

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => enter(credential)))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(enter(credential)).rejects.toMatchObject({ status: 401, code: 'google_refused' })
  })

  test('is not another one because its signature is spelt another way', async () => {
    const credential = await google.sign(newIdentity())
    await enter(credential)

    for (const spelling of [`${credential}=`, `${credential}==`, respell(credential)]) {
      await expect(enter(spelling)).rejects.toMatchObject({ status: 401 })
    }
  })

  test('is remembered until it has run out, and then forgotten', async () => {
    const claims = newIdentity({ exp: Math.floor(Date.now() / 1000) + 3600 })
    await enter(await google.sign(claims))
    const count = async () =>
      (await db.execute<{ n: number }>(sql`select count(*)::int as n from used_google_tokens`))
        .rows[0]!.n
    const before = await count()

    await forgetOldRows(db)
    const kept = await count()
    await server.owner.db.execute(
      sql`update used_google_tokens set expires_at = now() - interval '1 hour'`,
    )
    await forgetOldRows(db)

    expect(before).toBeGreaterThan(0)
    expect(kept).toBe(before)
    expect(await count()).toBe(0)
  })
})

describe('a browser that asked for a nonce', () => {
  test('gets in with a credential made for it, once', async () => {
    const browser = await openBrowser()
    const first = await google.sign(newIdentity({ nonce: browser.nonce }))
    const second = await google.sign(newIdentity({ nonce: browser.nonce }))

    expect(await browser.enter(first)).toBe(200)
    expect(await browser.enter(second)).toBe(401)
  })

  test.each([
    ['without one', undefined],
    ['with one of somebody else', 'x'.repeat(43)],
    ['with an empty one', ''],
  ])('does not get in with a credential %s', async (_, nonce) => {
    const browser = await openBrowser()

    expect(await browser.enter(await google.sign(newIdentity({ nonce })))).toBe(401)
  })

  test('is the only one that its credential lets in', async () => {
    const [victim, thief] = await Promise.all([openBrowser(), openBrowser()])
    const credential = await google.sign(newIdentity({ nonce: victim.nonce }))

    await expect(enter(credential)).rejects.toMatchObject({ status: 401 })
    expect(await thief.enter(credential)).toBe(401)
    expect(await thief.enter(credential, `google_nonce=${victim.nonce}`)).toBe(401)
    expect(await victim.enter(credential)).toBe(200)
  })

  test('keeps what binds it where no script reads it and no other site sends it', async () => {
    const { cookie, setCookie } = await openBrowser()

    expect(cookie).toMatch(/^google_nonce=\d+\.[\w-]+$/)
    expect(setCookie).toMatch(/; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  })

  test('cannot make the server believe in a nonce of its own, or in one that has run out', async () => {
    const browser = await openBrowser()
    const credential = await google.sign(newIdentity({ nonce: browser.nonce }))
    const [, random] = browser.cookie.split('.')

    for (const cookie of [`google_nonce=9999999999.${random}`, 'google_nonce=x', 'google_nonce=']) {
      expect(await browser.enter(credential, cookie)).toBe(401)
    }
  })
})

describe('without Google', () => {
  test('a visitor is told that its keys cannot be reached', async () => {
    const env = { ...google.env, GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs' }
    const cutOff = await startTestServer({ env })
    try {
      const answer = cutOff.visitor(googleLogin, {
        body: { credential: await google.sign(newIdentity()) },
      })

      await expect(answer).rejects.toMatchObject({ status: 503, code: 'google_unreachable' })
    } finally {
      await cutOff.close()
    }
  })

  test('an academy that has no client id has no such sign-in', async () => {
    const plain = await startTestServer()
    try {
      const answer = plain.visitor(googleLogin, { body: { credential: 'anything' } })

      await expect(answer).rejects.toMatchObject({ status: 404, code: 'google_off' })
    } finally {
      await plain.close()
    }
  })
})

function newIdentity(claims: Record<string, unknown> = {}) {
  return {
    sub: unique('sub'),
    email: `${unique('google')}@gmail.test`,
    ...claims,
  }
}

/** Asks for a nonce as the login page does, and keeps the cookie as a browser does. */
async function openBrowser() {
  const answer = await server.fetch('/api/auth/google-nonce')
  const { nonce }: { nonce: string } = await answer.json()
  const setCookie = answer.headers.get('set-cookie') ?? ''
  const cookie = setCookie.split(';')[0] ?? ''
  return {
    nonce,
    cookie,
    setCookie,
    enter: async (credential: string, sent = cookie) => {
      const entered = await server.fetch('/api/auth/google', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `a=b; ${sent}` },
        body: JSON.stringify({ credential }),
      })
      expect(entered.headers.get('set-cookie')).toMatch(/^google_nonce=; .*Max-Age=0/)
      return entered.status
    },
  }
}

/** The last character of a signature of 256 bytes has four bits that count for nothing. */
function respell(credential: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(credential.at(-1) ?? '')
  return credential.slice(0, -1) + (alphabet[last ^ 1] ?? '')
}

function signWithPublicKey(): Promise<string> {
  return new SignJWT(typicalClaims(newIdentity()))
    .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    .sign(new TextEncoder().encode(google.publicJwk))
}
