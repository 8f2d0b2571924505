import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { type RotatingKeyName, randomSecret, rotatingKeys } from './secrets.ts'
import { acceptedSecrets, secrets } from './tables.ts'

/** So long until every process has heard of what was told, also one whose connection for that broke. */
const heardAfterInMs = 5_000

/**
 * Puts a new key in the place of one, and goes on accepting what the former one signed for as long as
 * that is good. Every process accepts the new one before any signs by it, so nothing is ever refused.
 * Cut short anywhere, either the former one signs or the new one.
 */
export async function rotateSecret(
  db: Database,
  name: RotatingKeyName,
  { pauseInMs = heardAfterInMs }: { pauseInMs?: number } = {},
): Promise<void> {
  const value = randomSecret()
  const acceptedUntil = sql`now() + interval '1 hour'`
  await db.insert(acceptedSecrets).values({ name, value, acceptedUntil })
  await delay(pauseInMs)
  await db.transaction(async (db) => {
    const [former] = await db.select().from(secrets).where(eq(secrets.name, name)).for('update')
    await db.update(secrets).set({ value }).where(eq(secrets.name, name))
    await db
      .delete(acceptedSecrets)
      .where(and(eq(acceptedSecrets.name, name), eq(acceptedSecrets.value, value)))
    const { hours } = rotatingKeys[name]
    const until = hours === null ? null : sql`now() + make_interval(hours => ${hours})`
    if (former) {
      await db.insert(acceptedSecrets).values({ name, value: former.value, acceptedUntil: until })
    }
  })
}
