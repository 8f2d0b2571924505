import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from './joined.ts'
import { recordMailConsents } from './mail-consents.ts'
import { users } from './tables.ts'

type UserRow = typeof users.$inferSelect

interface ChildAccount {
  id: string
  parent: Pick<UserRow, 'id' | 'language'>
  name: string
  /** What the child logs in with; not of anybody's mailbox. */
  login: string
  passwordHash: string
}

/** Opens an account that belongs to a parent; it gets no news. Inside a transaction. */
export async function createChildAccount(
  db: Database,
  { id, parent, name, login, passwordHash }: ChildAccount,
): Promise<void> {
  const { id: parentId, language } = parent
  await db.insert(users).values({ id, email: login, name, passwordHash, parentId, language })
  await recordMailConsents(db, { learnerId: id, said: { news: false }, source: 'parent' })
}

/** Oldest first, without those that were erased. */
export function listChildAccounts(db: Database, parentId: string): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(eq(users.parentId, parentId), isNull(users.erasedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
}

/** Until the transaction ends; undefined: no child of this parent has this id. */
export async function lockChildAccount(
  db: Database,
  { parentId, id }: { parentId: string; id: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.parentId, parentId), isNull(users.erasedAt)))
    .for('no key update')
  return row
}

/** Their children are those of the account that stays. Inside the transaction that joins. */
export async function joinChildren(db: Database, { fromId, intoId }: Joined): Promise<void> {
  await db.update(users).set({ parentId: intoId }).where(eq(users.parentId, fromId))
}
