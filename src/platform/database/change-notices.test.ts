import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openLine } from '../../../tests/support/open-line.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { type ChangeNotices, listenForChanges } from './change-notices.ts'
import { changesChannel } from './database.ts'

const database = await openTestDatabase()
const line = await openLine(database.url)
let heard: (string | null)[] = []
let changes: ChangeNotices = listen()
afterAll(async () => {
  line.restore()
  await changes.close()
  line.server.close()
  await database.close()
})

beforeEach(async () => {
  line.restore()
  await vi.waitUntil(() => changes.isHearing(), { timeout: 60_000 })
  heard = []
})

test('what somebody changes is heard', async () => {
  await database.pool.query('select pg_notify($1, $2)', [changesChannel, 'course:film'])

  await expect.poll(() => heard).toEqual(['course:film'])
})

test('a connection that is cut without a word is found out, and what it missed is made good', async () => {
  line.cut()
  await database.pool.query('select pg_notify($1, $2)', [changesChannel, 'course:film'])

  await expect.poll(() => changes.isHearing(), { timeout: 60_000 }).toBe(false)
  expect(heard).toEqual([])

  line.forget() // what is lost in the middle of a connection ends it
  line.restore()
  await expect.poll(() => changes.isHearing(), { timeout: 60_000 }).toBe(true)
  expect(new Set(heard)).toEqual(new Set([null]))
})

test('a connection that is closed is deaf at once, and another takes its place', async () => {
  line.close()

  await expect.poll(() => changes.isHearing(), { timeout: 2_500, interval: 5 }).toBe(false)
  await expect.poll(() => changes.isHearing(), { timeout: 60_000 }).toBe(true)
  expect(new Set(heard)).toEqual(new Set([null]))
})

test('who commits a change hears of it before the commit resolves, without that connection', async () => {
  const own: (string | null)[] = []
  database.onOwnChange((tag) => own.push(tag))

  await database.db.transaction(async (db) => {
    await db.execute(`insert into courses (id, title, description, price_in_paise)
                      values ('film', 'Film', 'A film', 49900)`)
    expect(own).toEqual([])
  })

  expect(own).toEqual(['course:film', 'courses'])
})

function listen(): ChangeNotices {
  const listening = listenForChanges({
    url: line.url,
    onOwnChange: () => undefined,
    onError: () => undefined,
  })
  listening.on((tag) => heard.push(tag))
  return listening
}
