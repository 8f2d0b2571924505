import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

/** How to greet and reach somebody; undefined if there is no such account. */
export async function findUser(
  db: Database,
  userId: string,
): Promise<{ name: string; email: string } | undefined> {
  const [person] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return person
}

/** All of somebody who is signed in. Refused with `not_signed_in` if the account is gone. */
export async function findAccount(
  db: Database,
  userId: string,
): Promise<typeof users.$inferSelect> {
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (!account) throw new ProblemError('not_signed_in')
  return account
}

/** True of an account that was forgotten (docs/decisions/0110). */
export async function isErased(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.erasedAt)))) > 0
}

/** By id; without those whose account is gone. */
export async function findNames(
  db: Database,
  ids: Iterable<string | null>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const found = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(found.map(({ id, name }) => [id, name]))
}
