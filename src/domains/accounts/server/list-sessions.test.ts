import { afterAll, expect, test } from 'vitest'
import { makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { endMySession, endOtherSessions, listMySessions, readProfile } from '../contract.ts'
import { openSession } from './sessions.ts'
import { sessions } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36'

test('a person sees where they are logged in, and that nobody else is named', async () => {
  const [learner, other] = [await makeLearner(db), await makeLearner(db)]
  await openSession(db, learner.id, { device: phone })
  await openSession(db, other.id, { device: 'of another' })

  const { sessions: mine } = await server.as(learner)(listMySessions, {})

  expect(mine.filter(({ is_this_one }) => is_this_one)).toHaveLength(1)
  expect(mine.find(({ is_this_one }) => !is_this_one)?.device).toBe(phone)
  expect(mine).toHaveLength(2)
})

test('one device is logged out, and the others stay', async () => {
  const learner = await makeLearner(db)
  const lost = { token: await openSession(db, learner.id, { device: phone }) }
  const home = { token: await openSession(db, learner.id, { device: 'at home' }) }
  const { sessions: all } = await server.as(learner)(listMySessions, {})
  const id = all.find(({ device }) => device === phone)?.id ?? ''

  await server.as(learner)(endMySession, { params: { id } })
  const again = await server.as(learner)(endMySession, { params: { id } })

  expect(again.sessions).toHaveLength(2)
  await expect(server.as(lost)(readProfile, {})).rejects.toMatchObject({ status: 401 })
  expect((await server.as(home)(readProfile, {})).user.id).toBe(learner.id)
})

test('nobody ends a session of somebody else, also who knows its id', async () => {
  const [learner, other] = [await makeLearner(db), await makeLearner(db)]
  const [theirs] = (await server.as(other)(listMySessions, {})).sessions

  await server.as(learner)(endMySession, { params: { id: theirs?.id ?? '' } })

  expect((await server.as(other)(readProfile, {})).user.id).toBe(other.id)
})

test('all other devices are logged out at once, more than are listed, too', async () => {
  const learner = await makeLearner(db)
  await Promise.all(
    Array.from({ length: 60 }, () => openSession(db, learner.id, { device: phone })),
  )

  const { sessions: left } = await server.as(learner)(endOtherSessions, {})

  expect(left.map(({ is_this_one }) => is_this_one)).toEqual([true])
  const rows = await db.select().from(sessions)
  expect(rows.filter(({ userId }) => userId === learner.id)).toHaveLength(1)
})
