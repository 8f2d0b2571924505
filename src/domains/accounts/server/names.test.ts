import { afterAll, expect, test } from 'vitest'
import { unique } from '../../../../tests/support/factories.ts'
import { startGoogleStandIn } from '../../../../tests/support/google-keys.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { googleLogin, resendCode, signUp } from '../contract.ts'

const google = await startGoogleStandIn()
const server = await startTestServer({ env: google.env })
afterAll(async () => {
  google.close()
  await server.close()
})

const pass = { password: 'correct horse 9', confirm_password: 'correct horse 9' }

test.each(['12345', 'Me\u202eera', 'Claim your prize at www.evil.example'])(
  'nobody signs up as %j, and hears in a sentence why',
  async (name) => {
    const answer = server.visitor(signUp, { body: { ...pass, name, email: newAddress() } })

    await expect(answer).rejects.toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^Please .*\.$/),
      errors: [expect.objectContaining({ path: 'name' })],
    })
  },
)

test('what a stranger typed as the name is not mailed to an address they may not own', async () => {
  const email = newAddress()
  await server.visitor(signUp, { body: { ...pass, name: 'You Won Call Me', email } })
  await server.visitor(resendCode, { body: { email } })

  const mails = await readOutbox(server, email)

  expect(mails).toHaveLength(2)
  expect(JSON.stringify(mails)).not.toContain('You Won')
  expect(mails[0]?.text).toMatch(/^Hello,$/m)
})

test.each([
  ['Win at evil.com', /^google \w+$/],
  ['Me\u202eera Nair', /^Meera Nair$/],
  ['🌸', /^google \w+$/],
  [null, /^google \w+$/],
  ['x'.repeat(300), /^x{100}$/],
])('whoever Google calls %j gets in, under a name that can be shown', async (name, shown) => {
  const email = `${unique('google').replace('-', '.')}@gmail.test`
  const credential = await google.sign({ sub: unique('sub'), email, name })

  const { user } = await server.visitor(googleLogin, { body: { credential } })

  expect(user.name).toMatch(shown)
})

function newAddress(): string {
  return `${unique('name')}@example.test`
}
