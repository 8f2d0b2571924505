import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { makeLearner, type Person, unique } from '../../../../tests/support/factories.ts'
import { openBrowser } from '../../../../tests/support/open-browser.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { forgotPassword, resetPassword } from '../contract.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db, visitor } = server
afterAll(() => server.close())

test('the same is done for an address without an account as for one that has one', async () => {
  const learner = await makeLearner(db)
  const nobody = `${unique('nobody')}@example.test`

  // The eleventh time the inbox has had its mails: that way too must look the same.
  for (let count = 0; count < 12; count += 1) {
    const forKnown = await listStatements(() => forgetFrom('10.6.0.1', learner.email))
    const forUnknown = await listStatements(() => forgetFrom('10.6.0.2', nobody))

    expect(forKnown.length).toBeGreaterThan(5)
    expect(forUnknown).toEqual(forKnown)
  }
  expect(await readOutbox(server, nobody)).toEqual([])
})

test('a stranger who asks again and again neither spoils the link I hold nor keeps me from another', async () => {
  const learner = await makeLearner(db)
  await forgetFrom('10.7.0.1', learner.email)
  const held = await readResetToken(server, learner.email)
  for (let count = 0; count < 30; count += 1) await forgetFrom('10.7.0.2', learner.email)
  const mailsBefore = (await readOutbox(server, learner.email)).length

  await forgetFrom('10.7.0.1', learner.email)

  expect(mailsBefore).toBe(11)
  expect(await readOutbox(server, learner.email)).toHaveLength(12)
  await choose(held)
})

test('a stranger in my own network does not keep me from a link either', async () => {
  const learner = await makeLearner(db)
  await Promise.all(Array.from({ length: 40 }, () => forgetFrom('10.8.0.1', learner.email)))

  await forgetFrom('10.8.0.1', learner.email)

  expect((await readOutbox(server, learner.email)).length).toBe(10)
  await age(learner, 11)
  await forgetFrom('10.8.0.1', learner.email)
  expect((await readOutbox(server, learner.email)).length).toBe(11)
  await choose(await readResetToken(server, learner.email))
})

test('sign-ups of an address leave its resets alone', async () => {
  const learner = await makeLearner(db)
  const form = { name: 'Meera', password: 'something 1', confirm_password: 'something 1' }
  for (let count = 0; count < 12; count += 1) {
    await server.fetch('/api/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, email: learner.email }),
    })
  }

  await visitor(forgotPassword, { body: { email: learner.email } })

  const [newest] = await readOutbox(server, learner.email)
  expect(newest?.subject).toBe('Choose a new password')
})

test('an address with a mistake is refused', async () => {
  await expect(visitor(forgotPassword, { body: { email: 'nonsense' } })).rejects.toMatchObject({
    status: 400,
  })
})

function forgetFrom(ip: string, email: string): Promise<unknown> {
  return openBrowser(server, { ip }).ask(forgotPassword, { body: { email } })
}

async function choose(token: string): Promise<void> {
  const fresh = { password: 'a new one 2', confirm_password: 'a new one 2' }
  await visitor(resetPassword, { body: { ...fresh, token } })
}

async function age(learner: Person, minutes: number): Promise<void> {
  await db.execute(sql`
    update password_resets set expires_at = expires_at - make_interval(mins => ${minutes})
     where user_id = ${learner.id}`)
}

const queryText = z.union([
  z.string(),
  z.object({ text: z.string() }).transform(({ text }) => text),
])

/** What a call asks of the database, in order. Keeping and undoing count as the same. */
async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = spy.mock.calls.map(([query]) => {
      const asked: unknown = query // the first of many overloads says only one kind
      const text = queryText.parse(asked)
      return text.replace(/^(release|rollback to) savepoint/, 'end savepoint')
    })
    // What the server asks for itself meanwhile: to hear of changes, and what is set then.
    return statements.filter(
      (text) => !/pg_notify|\blisten academy_|from "(site_settings|secrets)"/.test(text),
    )
  } finally {
    spy.mockRestore()
  }
}
