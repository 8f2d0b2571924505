import type { Database } from '../platform/database/database.ts'
import type { User } from './contract.ts'
import { openSession } from './sessions.ts'
import type { users } from './tables.ts'

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

/** Opens a session for a person: the answer of every way of signing in. */
export async function signInAs(
  db: Database,
  listOwnedCourseIds: ListOwnedCourseIds,
  row: UserRow,
  device: string | null = null,
): Promise<{ token: string; user: User }> {
  const token = await openSession(db, row.id, device)
  return { token, user: await describeUser(db, listOwnedCourseIds, row) }
}
