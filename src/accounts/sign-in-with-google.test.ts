import { sql } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { makeLearner, unique } from '../../tests/support/factories.ts'
import { startGoogleStandIn, typicalClaims } from '../../tests/support/google-keys.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { googleLogin, readProfile } from './contract.ts'

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

  test('again is the same person, also with another address by now', async () => {
    const claims = newIdentity()
    const first = await enter(await google.sign(claims))

    const second = await enter(await google.sign({ ...claims, email: newIdentity().email }))

    expect(second.user).toEqual(first.user)
  })

  test('twice at the same moment gets one account', async () => {
    const credential = await google.sign(newIdentity())

    const [first, second] = await Promise.all([enter(credential), enter(credential)])

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
    ['is too old', () => google.sign(newIdentity({ exp: nowInSeconds - 60 }))],
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

function signWithPublicKey(): Promise<string> {
  return new SignJWT(typicalClaims(newIdentity()))
    .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    .sign(new TextEncoder().encode(google.publicJwk))
}
