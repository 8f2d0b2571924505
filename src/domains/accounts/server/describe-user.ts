import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { User } from '../contract.ts'
import { openSession } from './sessions.ts'
import { users } from './tables.ts'

/** Which courses a person owns: answered by a later domain, passed in by app.ts. */
export type ListOwnedCourseIds = (db: Database, learnerId: string) => Promise<string[]>

type UserRow = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'role' | 'phone'>

/** The person as clients see them. */
export async function describeUser(
  db: Database,
  listOwnedCourseIds: ListOwnedCourseIds,
  row: UserRow,
): Promise<User> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    is_admin: row.role !== null,
    role: row.role,
    phone: row.phone,
    purchased_courses: await listOwnedCourseIds(db, row.id),
  }
}

type SignedInRow = UserRow & Pick<typeof users.$inferSelect, 'passwordHash'>

/**
 * Opens a session for a person: the end of every way of signing in. Inside a transaction. Refused if what
 * they signed in by was changed, or they were blocked, since the row was read.
 */
export async function signInAs(
  db: Database,
  row: SignedInRow,
  facts: Parameters<typeof openSession>[2] = {},
): Promise<string> {
  await requireUnchanged(db, row)
  return openSession(db, row.id, facts)
}

/**
 * Until commit, too: whoever changes a password ends the sessions that are there, and none may be
 * opened by the old one afterwards.
 */
async function requireUnchanged(db: Database, row: SignedInRow): Promise<void> {
  const { email, passwordHash: hash, blockedAt, lockedAt } = users
  const [now] = await db
    .select({ email, hash, blockedAt, lockedAt })
    .from(users)
    .where(eq(users.id, row.id))
    .for('share')
  if (now?.email !== row.email || now.hash !== row.passwordHash) {
    throw new ProblemError('credentials_wrong')
  }
  if (now.blockedAt !== null) throw new ProblemError('account_blocked')
  if (now.lockedAt !== null) throw new ProblemError('account_locked')
}
