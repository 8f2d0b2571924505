import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { liveWholeLife } from '../../../../../tests/support/whole-life.ts'
import { personalTables } from '../register/personal-tables.ts'
import { draftLetters } from './draft-letters.ts'
import { listTouched } from './list-touched.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

test('whoever has a row in a leaked table is listed, and nobody else', async () => {
  const owner = await makeAdmin(server.db)
  const { person } = await liveWholeLife(server, owner, 'mrkleak')
  await makeLearner(server.db)

  for (const table of Object.keys(personalTables)) {
    if (['users', 'sessions', 'learner_standings', 'erasures'].includes(table)) continue
    const { people } = await listTouched(server.db, { table })
    expect([table, people.map(({ email }) => email)]).toEqual([table, [person.email]])
  }
  expect((await listTouched(server.db, { table: 'users' })).people).toHaveLength(3)
})

test('only what was written within the time counts, and the drafts say what and by when', async () => {
  const hour = 3_600_000
  const now = new Date()
  const before = {
    since: new Date(now.getTime() - 48 * hour),
    until: new Date(now.getTime() - 24 * hour),
  }
  const within = { since: new Date(now.getTime() - hour), until: new Date(now.getTime() + hour) }

  expect((await listTouched(server.db, { ...before, table: 'orders' })).people).toEqual([])
  const touched = await listTouched(server.db, { ...within, table: 'orders' })
  expect(touched.people).toHaveLength(1)
  const { letter, notice } = draftLetters(server.settings.brand, within, touched, now)
  expect(letter).toContain('- Purchases: Orders, payments, refunds and receipts')
  expect(notice).toContain('People touched: 1')
})
