import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

interface ProfileChange {
  name?: string | undefined
  /** Null takes it away. */
  phone?: string | null | undefined
  /** A code that no catalogue has counts as English. */
  language?: string | undefined
}

/** Changes what is given of a person's own details; certificates keep the name they were issued with. */
export async function updateProfile(
  db: Database,
  userId: string,
  change: ProfileChange,
): Promise<typeof users.$inferSelect> {
  const isOwn = eq(users.id, userId)
  const isUnchanged = Object.values(change).every((value) => value === undefined)
  const [user] = isUnchanged
    ? await db.select().from(users).where(isOwn)
    : await db.update(users).set(change).where(isOwn).returning()
  if (!user) throw new ProblemError('not_signed_in')
  return user
}
