import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { attachmentFetches } from './tables.ts'

/** What either account fetched was fetched by the one that stays. Inside the transaction that joins. */
export async function joinFetches(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const { learnerId, attachmentId, fetchedAt } = attachmentFetches
  const fetched = await db.delete(attachmentFetches).where(eq(learnerId, fromId)).returning()
  if (fetched.length === 0) return
  await db
    .insert(attachmentFetches)
    .values(fetched.map((one) => ({ ...one, learnerId: intoId })))
    .onConflictDoUpdate({
      target: [learnerId, attachmentId],
      set: { fetchedAt: sql`greatest(${fetchedAt}, excluded.fetched_at)` },
    })
}
