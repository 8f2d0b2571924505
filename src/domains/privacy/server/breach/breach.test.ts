import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { liveWholeLife } from '../../../../../tests/support/whole-life.ts'
import { startOfDay } from '../../../../shared/india-time.ts'
import { personalTables } from '../register/personal-tables.ts'
import { draftLetters } from './draft-letters.ts'
import { listTouched } from './list-touched.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

const hour = 3_600_000
const within = (now = new Date()) => ({
  since: new Date(now.getTime() - hour),
  until: new Date(now.getTime() + hour),
})

test('whoever has a row in a leaked table is listed, and nobody else', async () => {
  const owner = await makeAdmin(server.db)
  const { person } = await liveWholeLife(server, owner, 'mrkleak')
  await makeLearner(server.db)

  for (const [table, { at }] of Object.entries(personalTables)) {
    if (['users', 'sessions', 'learner_standings', 'erasures'].includes(table)) continue
    const dayBefore = within(new Date(Date.now() - 48 * hour))
    for (const time of [{}, within(), ...(at === '' ? [] : [dayBefore])]) {
      const { people } = await listTouched(server.db, { table, ...time })
      // Whom they named needs no account, and who complains gives an address of their own.
      const byThem = ['nominees', 'complaints'].includes(table) ? ['mrkleak'] : []
      const all = [...byThem, person.email]
      const listed = time === dayBefore ? [] : all
      expect([table, time, people.map(({ email }) => email)]).toEqual([table, time, listed])
    }
  }
  expect((await listTouched(server.db, { table: 'users' })).people).toHaveLength(3)
})

test('only what was written within the time counts, and the drafts say what and by when', async () => {
  const now = new Date()
  const before = {
    since: new Date(now.getTime() - 48 * hour),
    until: new Date(now.getTime() - 24 * hour),
  }

  expect((await listTouched(server.db, { ...before, table: 'orders' })).people).toEqual([])
  const { rows } = await server.pool.query<{ day: string }>('select day::text from played_days')
  const night = startOfDay(rows[0]?.day ?? '')
  const played = { table: 'played_days', since: night, until: new Date(night.getTime() + hour) }
  expect((await listTouched(server.db, played)).people).toHaveLength(1)
  const touched = await listTouched(server.db, { ...within(now), table: 'orders' })
  expect(touched.people).toHaveLength(1)
  const { letter, notice } = draftLetters(server.settings.brand, within(now), touched, now)
  expect(letter).toContain('- Purchases: Orders, payments, refunds and receipts')
  expect(notice).toContain('People touched: 1')
})

test('every table whose rows are written with the time says which column has it', async () => {
  const { rows } = await server.pool.query<{ table: string }>(`
    select distinct table_name as table from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone'
       and column_default in ('now()', 'clock_timestamp()')`)
  const silent = rows.filter(({ table }) => personalTables[table]?.at === '')

  expect(silent).toEqual([])
})
