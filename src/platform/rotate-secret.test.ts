import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { grantCourse, makeCourse, makeLearner, unique } from '../../tests/support/factories.ts'
import { readCode } from '../../tests/support/read-outbox.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { signUp, verifySignUp } from '../domains/accounts/contract.ts'
import { getCourse } from '../domains/catalogue/contract.ts'
import { stepInSeconds } from '../domains/films/server/sign-film-link.ts'
import { signUnsubscribeToken } from '../integrations/mail/unsubscribe-token.ts'
import { rotateSecret } from './rotate-secret.ts'
import { isSignedBy, type RotatingKey, type RotatingKeyName, rotatingKeys } from './secrets.ts'
import { acceptedSecrets, secrets } from './tables.ts'

const server = await startTestServer()
const other = await startTestServer({ beside: server })
const { db } = server
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Longer than another process needs to hear, also on a busy machine. */
const quick = { pauseInMs: 2_500 }
const macOf = (key: string) => createHmac('sha256', key).update('words').digest()
const sign = ({ current }: RotatingKey) => macOf(current)
const isGood = (key: RotatingKey, mac: Buffer) => isSignedBy(key, mac, macOf)
const kept = async (name: RotatingKeyName) =>
  (await db.select().from(secrets).where(eq(secrets.name, name)))[0]?.value

test('while keys are rotated, also by several at once, no process refuses what another has signed', async () => {
  const names = Object.keys(rotatingKeys) as RotatingKeyName[]
  const signed: { name: RotatingKeyName; mac: Buffer }[] = []
  let refused = 0
  let isOver = false
  const signAndCheck = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      for (const name of names) {
        const [from, to] = turn % 2 ? [server, other] : [other, server]
        const mac = sign(from.secrets[name])
        signed.push({ name, mac })
        if (!isGood(to.secrets[name], mac)) refused += 1
      }
      await delay(1)
    }
  }
  const checking = signAndCheck()
  const before = { ...server.secrets.mediaKey }

  await Promise.all(
    names.flatMap((name) => [rotateSecret(db, name, quick), rotateSecret(other.db, name, quick)]),
  )
  await rotateSecret(db, 'mediaKey', quick)
  await vi.waitFor(async () => {
    const now = await kept('mediaKey')
    for (const { secrets } of [server, other]) expect(secrets.mediaKey.current).toBe(now)
  })
  isOver = true
  await checking

  expect(signed.length).toBeGreaterThan(50)
  expect(refused).toBe(0)
  for (const { name, mac } of signed) {
    expect(isGood(server.secrets[name], mac)).toBe(true)
    expect(isGood(other.secrets[name], mac)).toBe(true)
  }
  for (const { secrets } of [server, other]) {
    expect(secrets.mediaKey.current).toBe(await kept('mediaKey'))
    expect(secrets.mediaKey.current).not.toBe(before.current)
    expect(new Set(secrets.mediaKey.accepted).size).toBe(4)
  }
})

test('a rotation that is cut short before the end leaves the former key to sign, and the next one works', async () => {
  const before = await kept('openingKey')
  // As far as it comes when it is killed while it waits.
  void rotateSecret(db, 'openingKey', { pauseInMs: 1e9 })
  await vi.waitFor(() => expect(other.secrets.openingKey.accepted.length).toBeGreaterThan(1))

  expect(other.secrets.openingKey.current).toBe(before)
  await rotateSecret(db, 'openingKey', quick)

  await vi.waitFor(async () => {
    expect(other.secrets.openingKey.current).toBe(await kept('openingKey'))
    expect(other.secrets.openingKey.current).not.toBe(before)
  })
})

test('what people hold goes on working: a film’s link, a code, an unsubscribe link', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db, {
    modules: [['/media/demo/one-idea-one-reel.mp4']],
  })
  await grantCourse(db, learner, course)
  const { modules } = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  const link = modules[0]?.videos[0]?.url ?? ''
  const email = `${unique('rotated')}@example.test`
  const password = 'a good password'
  await server.visitor(signUp, {
    body: { email, password, confirm_password: password, name: 'Asha' },
  })
  const code = await readCode(server, email)
  const token = signUnsubscribeToken(server.secrets.unsubscribeKey, learner.id)

  for (let turn = 0; turn < 2; turn += 1) {
    const names = ['mediaKey', 'codeKey', 'unsubscribeKey'] as const
    await Promise.all(names.map((name) => rotateSecret(db, name, quick)))
  }
  await vi.waitFor(async () => {
    expect(other.secrets.codeKey.current).toBe(await kept('codeKey'))
  })

  expect((await other.fetch(link)).status).toBe(200)
  const entered = await other.visitor(verifySignUp, { body: { email, verification_code: code } })
  expect(entered.auto_login).toBe(true)
  expect((await other.fetch(`/unsubscribe?token=${token}`)).status).toBe(200)
  const fresh = await other.as(learner)(getCourse, { params: { course_id: course.id } })
  expect(fresh.modules[0]?.videos[0]?.url).not.toBe(link)
})

test('a former key is worth nothing once all that it signed is over', async () => {
  const stolen = server.secrets.mediaKey.current
  await rotateSecret(db, 'mediaKey', quick)
  const until = await db.select().from(acceptedSecrets).where(eq(acceptedSecrets.value, stolen))
  const hours = ((until[0]?.acceptedUntil?.getTime() ?? 0) - Date.now()) / 3_600_000

  expect(hours * 3600).toBeGreaterThan(2 * Math.max(...Object.values(stepInSeconds)))
  expect(hours).toBeLessThan(25.1)
  await server.owner.db
    .update(acceptedSecrets)
    .set({ acceptedUntil: sql`now() - interval '1 second'` })
    .where(eq(acceptedSecrets.value, stolen))
  await vi.waitFor(() => {
    expect(server.secrets.mediaKey.accepted).not.toContain(stolen)
    expect(other.secrets.mediaKey.accepted).not.toContain(stolen)
  })
  expect(isGood(server.secrets.mediaKey, macOf(stolen))).toBe(false)
})

test('who hears of a change reads the keys and makes none', async () => {
  await server.owner.db.delete(secrets).where(eq(secrets.name, 'academyId'))
  await rotateSecret(db, 'openingKey', quick)
  await vi.waitFor(async () => {
    expect(other.secrets.openingKey.current).toBe(await kept('openingKey'))
  })

  const names = (await db.select().from(secrets)).map(({ name }) => name)
  expect(names).toContain('openingKey')
  expect(names).not.toContain('academyId')
})
