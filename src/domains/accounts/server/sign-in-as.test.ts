import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeLearner, unique } from '../../../../tests/support/factories.ts'
import { openDatabaseAgain, openTestDatabase } from '../../../../tests/support/test-database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { blockAccount } from './block-account.ts'
import { changeEmail } from './change-email.ts'
import { signInAs } from './describe-user.ts'
import { closeAllSessions } from './sessions.ts'
import { sessions, users } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
const other = openDatabaseAgain(database.url)
afterAll(async () => {
  await other.close()
  await database.close()
})

test.each<[string, string, (db: Database, id: string) => Promise<unknown>]>([
  [
    'the password was changed',
    'credentials_wrong',
    async (db, id) => {
      await db.update(users).set({ passwordHash: 'new' }).where(eq(users.id, id))
      await closeAllSessions(db, id)
    },
  ],
  [
    'the address was changed',
    'credentials_wrong',
    (db, id) => changeEmail(db, id, `${unique('new')}@example.test`),
  ],
  ['they were blocked', 'account_blocked', (db, id) => blockAccount(db, id, 'a test')],
])('nobody comes in by what was right before %s', async (_, code, change) => {
  const { id } = await makeLearner(db, { passwordHash: 'old' })
  const [row] = await db.select().from(users).where(eq(users.id, id))
  let entering: Promise<unknown> = Promise.resolve()

  await other.db.transaction(async (db) => {
    await change(db, id)
    // Their password was found right a moment ago.
    entering = database.db.transaction((db) => signInAs(db, row!))
    await Promise.race([
      entering.catch(() => undefined),
      vi.waitUntil(async () => (await countBlocked(other.db)) > 0),
    ])
  })

  await expect(entering).rejects.toMatchObject({ code })
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0)
})
