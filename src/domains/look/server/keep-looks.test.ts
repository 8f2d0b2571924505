import { afterAll, expect, test, vi } from 'vitest'
import { makeAdmin } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { deliveredLook, type Look } from '../look.ts'
import { publish, readLook } from './keep-looks.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

test('what was published last is shown, also after a machine whose clock is ahead', async () => {
  const { id: by } = await makeAdmin(db)
  const put = (look: Look) => publish(db, look, { by, audit: async () => undefined })
  const [first, corrected] = ['#8b1a1a', '#0f766e'].map((colour) => ({ ...deliveredLook, colour }))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await put(first!).finally(() => vi.useRealTimers())
  await put(corrected!)

  expect(await readLook(db)).toEqual(corrected)
})
