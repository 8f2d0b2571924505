import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { hashPassword } from './passwords.ts'
import { closeAllSessions } from './sessions.ts'
import { users } from './tables.ts'

interface AdminSettings {
  email: string
  password: string | undefined
}

interface EnsuredAdmin {
  /** Set if a password had to be invented: it is shown once and never again. */
  inventedPassword: string | null
  /** What the start has to say of an account that was there; null: nothing. */
  notice: string | null
}

/**
 * Makes the first owner, or makes the existing account of that address one. Nobody is made at the
 * address that an owner has left for another, whoever has it now.
 */
export async function ensureFirstAdmin(
  db: Database,
  admin: AdminSettings,
  /** The accounts that had this address once. */
  listFormerHolders: (email: string) => Promise<string[]>,
): Promise<EnsuredAdmin> {
  const [existing] = await db.select().from(users).where(eq(users.email, admin.email))
  if (existing?.role === 'owner') return { inventedPassword: null, notice: null }
  if (await isAnOwner(db, await listFormerHolders(admin.email)))
    return { inventedPassword: null, notice: describeMove(admin) }
  if (!existing) return { inventedPassword: await createAdmin(db, admin), notice: null }
  const isPromoted = await promote(db, existing.id)
  return { inventedPassword: null, notice: isPromoted ? describePromotion(admin) : null }
}

async function isAnOwner(db: Database, ids: string[]): Promise<boolean> {
  const isOne = and(inArray(users.id, ids), eq(users.role, 'owner'), isNull(users.blockedAt))
  return (await db.$count(users, isOne)) > 0
}

/**
 * A token that was good for a learner must not be good for the whole academy: it may lie in any
 * browser that this person once used. False: another process was quicker.
 */
async function promote(outer: Database, userId: string): Promise<boolean> {
  return outer.transaction(async (db) => {
    const promoted = await db
      .update(users)
      .set({ role: 'owner' })
      .where(and(eq(users.id, userId), sql`${users.role} is distinct from 'owner'`))
      .returning({ id: users.id })
    if (promoted.length === 0) return false
    await closeAllSessions(db, userId)
    return true
  })
}

function describePromotion({ email, password }: AdminSettings): string {
  const kept =
    password === undefined
      ? 'its password stays as it was'
      : 'its password stays as it was and ADMIN_PASSWORD is not used'
  return `Administrator: the account of ${email} existed and is an administrator from now on; it was logged out everywhere, ${kept}.`
}

function describeMove({ email }: AdminSettings): string {
  return `Administrator: who had ${email} is an owner by another address now; nobody else was made one, and ADMIN_PASSWORD is not used.`
}

/** Resolves to the password if it was invented. */
async function createAdmin(db: Database, admin: AdminSettings): Promise<string | null> {
  const password = admin.password ?? randomBytes(12).toString('base64url')
  const inserted = await db
    .insert(users)
    .values({
      id: newId(),
      email: admin.email,
      name: 'Administrator',
      passwordHash: await hashPassword(password),
      role: 'owner',
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return inserted.length > 0 && admin.password === undefined ? password : null
}
