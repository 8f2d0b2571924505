import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner, unique } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { adminLogin, readProfile } from '../contract.ts'
import { ensureFirstAdmin } from './ensure-first-admin.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('a fresh academy invents a password for its administrator and tells it once', async () => {
  const email = newAddress()

  const { inventedPassword } = await ensureFirstAdmin(db, { email, password: undefined })
  const later = await ensureFirstAdmin(db, { email, password: undefined })

  expect(later.inventedPassword).toBeNull()
  const answer = await server.visitor(adminLogin, {
    body: { email, password: inventedPassword ?? '' },
  })
  expect(answer.user.is_admin).toBe(true)
})

test('a password from the environment is used and never told', async () => {
  const email = newAddress()

  const { inventedPassword } = await ensureFirstAdmin(db, { email, password: 'from outside' })

  expect(inventedPassword).toBeNull()
  await server.visitor(adminLogin, { body: { email, password: 'from outside' } })
})

test('somebody who has an account becomes administrator and keeps the password', async () => {
  const learner = await makeLearner(db)

  await ensureFirstAdmin(db, { email: learner.email, password: 'another one' })

  const { rows } = await db.execute(sql`
    select is_admin, password_hash from users where id = ${learner.id}`)
  expect(rows).toEqual([{ is_admin: true, password_hash: null }])
})

test('somebody who becomes administrator is logged out everywhere, and the start says so', async () => {
  const learner = await makeLearner(db)
  const other = await makeLearner(db)

  const { notice } = await ensureFirstAdmin(db, { email: learner.email, password: 'another one' })
  const again = await ensureFirstAdmin(db, { email: learner.email, password: 'another one' })

  expect(notice).toContain(learner.email)
  expect(notice).toMatch(/is an administrator from now on.*logged out.*ADMIN_PASSWORD is not used/s)
  expect(again.notice).toBeNull()
  await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  await server.as(other)(readProfile, {})
})

test('an administrator stays logged in at the next start', async () => {
  const admin = await makeAdmin(db)

  const { notice } = await ensureFirstAdmin(db, { email: admin.email, password: undefined })

  expect(notice).toBeNull()
  expect((await server.as(admin)(readProfile, {})).user.is_admin).toBe(true)
})

test('several processes that start at once make one administrator', async () => {
  const email = newAddress()

  const made = await Promise.all(
    [1, 2, 3].map(() => ensureFirstAdmin(db, { email, password: undefined })),
  )

  expect(made.filter(({ inventedPassword }) => inventedPassword !== null)).toHaveLength(1)
})

function newAddress(): string {
  return `${unique('admin')}@example.test`
}
