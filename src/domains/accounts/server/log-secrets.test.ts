import { afterAll, expect, test } from 'vitest'
import { makeLearner, unique } from '../../../../tests/support/factories.ts'
import { readCode, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { withoutTable } from '../../../../tests/support/without-table.ts'
import { forgotPassword, login, resetPassword, signUp, verifySignUp } from '../contract.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())

const password = 'never written down 1'

test('passwords, codes, links and tokens never reach the log', async () => {
  const email = `${unique('log')}@example.test`
  await visitor(signUp, { body: { email, name: 'Meera', password, confirm_password: password } })
  const code = await readCode(server, email)
  await visitor(verifySignUp, { body: { email, verification_code: code } })
  await visitor(login, { body: { email, password: 'wrong but mine' } }).catch(() => undefined)
  const { token } = await visitor(login, { body: { email, password } })
  await visitor(forgotPassword, { body: { email } })
  const resetToken = await readResetToken(server, email)
  const fresh = { password: 'a new secret 2', confirm_password: 'a new secret 2' }
  await visitor(resetPassword, { body: { ...fresh, token: resetToken } })

  const log = server.logged.join('')
  for (const secret of [password, 'wrong but mine', 'a new secret 2', code, token, resetToken]) {
    expect(log).not.toContain(secret)
  }
})

test('not even when the database fails under a sign-up, a login and a reset', async () => {
  server.allowErrors()
  const learner = await makeLearner(db)
  const email = `${unique('log')}@example.test`
  const writeMails = () => [
    visitor(signUp, { body: { email, name: 'Meera', password, confirm_password: password } }),
    visitor(forgotPassword, { body: { email: learner.email } }),
  ]

  const outcomes = await withoutTable(server.owner.db, 'mails', async () => [
    ...(await withoutTable(server.owner.db, 'users', () =>
      Promise.allSettled([
        ...writeMails(),
        visitor(login, { body: { email: learner.email, password } }),
      ]),
    )),
    ...(await Promise.allSettled(writeMails())),
  ])

  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: {
        status: 500,
        code: 'our_fault',
        detail: 'Something went wrong on our side. Please try again.',
      },
    })
  }
  const log = server.logged.join('')
  expect(log).toContain('request failed')
  expect(log).toContain('does not exist')
  for (const secret of [password, email, learner.email, '$argon2id', 'Type this code', '?token=']) {
    expect(log).not.toContain(secret)
  }
})
