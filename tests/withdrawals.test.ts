import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logout } from '../src/accounts/contract.ts'
import { issueCertificate } from '../src/certificates/issue-certificate.ts'
import { revokeCertificate } from '../src/certificates/revoke-certificate.ts'
import { hearDatabaseNotices } from '../src/platform/database/database-notices.ts'
import { followRevocations, revocationsChannel } from '../src/platform/database/revocations.ts'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeCourse,
  makeLearner,
  type Person,
} from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

/** Every process must hear what was taken from whom: this one listens as another process would. */
const server = await startTestServer()
const { db } = server
const notices = hearDatabaseNotices(server.url, [revocationsChannel], (error) => {
  throw error
})
const heard: (string | null)[] = []
followRevocations(notices).on((learnerId) => heard.push(learnerId))
let learner: Person
let course: MadeCourse

beforeEach(async () => {
  learner = await makeLearner(db)
  course = await makeCourse(db)
  await grantCourse(db, learner, course)
  await completeCourse(db, learner, course, new Date())
  while (!notices.areHeard()) await delay(10)
  heard.length = 0
})
afterAll(async () => {
  await notices.close()
  await server.close()
})

test('a session that ends is told to every process', async () => {
  await server.as(learner)(logout, {})

  await expect.poll(() => heard).toEqual([learner.id])
})

test('a session that had run out is not: its end takes nothing away', async () => {
  await db.execute(sql`
    update sessions set expires_at = now() - interval '1 day' where user_id = ${learner.id}`)
  await db.execute(sql`delete from sessions where user_id = ${learner.id}`)
  await delay(100) // long enough for a notice

  expect(heard).toEqual([])
})

test('access that ends is told, also when somebody ends it by hand', async () => {
  await db.execute(sql`delete from entitlements where learner_id = ${learner.id}`)

  await expect.poll(() => heard).toEqual([learner.id])
})

test('a refund tells of the access and of the certificate, once it is committed', async () => {
  const caller = { learnerId: learner.id, email: '', name: '', isAdmin: false }
  const sessionHash = Buffer.alloc(32)
  await issueCertificate({ db, brandName: 'A' }, { ...caller, sessionHash }, course.id, null)
  await db.transaction(async (db) => {
    await db.execute(sql`delete from entitlements where learner_id = ${learner.id}`)
    await revokeCertificate(db, learner.id, course.id)
    await delay(100) // long enough for a notice
    expect(heard).toEqual([])
  })

  await expect.poll(() => heard).toContain(learner.id)
})
