import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

interface ProfileChange {
  name?: string | undefined
  /** Null takes it away. */
  phone?: string | null | undefined
}

/** Changes what is given of a person's own details; certificates keep the name they were issued with. */
export async function updateProfile(
  db: Database,
  userId: string,
  { name, phone }: ProfileChange,
): Promise<typeof users.$inferSelect> {
  const isOwn = eq(users.id, userId)
  const isUnchanged = name === undefined && phone === undefined
  const [user] = isUnchanged
    ? await db.select().from(users).where(isOwn)
    : await db.update(users).set({ name, phone }).where(isOwn).returning()
  if (!user) throw new ProblemError('not_signed_in')
  return user
}
