import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Role } from '../../../http/rights.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockAddress } from './lock-address.ts'
import { closeAllSessions } from './sessions.ts'
import { passwordResets, signUpAttempts, users } from './tables.ts'

function findAddressed(db: Database, userId: string) {
  return db
    .select({
      name: users.name,
      email: users.email,
      role: users.role,
      hadGoogle: sql<boolean>`${users.googleSubject} is not null`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .$dynamic()
}

/** Whether an address has an account. */
export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found.length > 0
}

interface Addressed {
  name: string
  email: string
  /** Null: no staff. */
  role: Role | null
  /** A Google account led to it. */
  hadGoogle: boolean
}

/**
 * Gives an account an address that is proved to be theirs, and ends what the old one opened: sessions,
 * links for a new password, the login by its Google account. Inside a transaction. Resolves to how it
 * was; refused with `email_taken`, and with `email_link_unusable` if it was changed at the same time.
 */
export async function changeEmail(db: Database, userId: string, email: string): Promise<Addressed> {
  const from = (await findAddressed(db, userId).limit(1))[0]?.email
  if (from === undefined) throw new ProblemError('email_link_unusable')
  // The old one too: a link for a new password may be on its way there at this moment.
  for (const address of [from, email].toSorted()) await lockAddress(db, address)
  const [before] = await findAddressed(db, userId).for('update')
  if (before?.email !== from) throw new ProblemError('email_link_unusable')
  if (from === email) return before
  if (await isAddressTaken(db, email)) throw new ProblemError('email_taken')
  await db.update(users).set({ email, googleSubject: null }).where(eq(users.id, userId))
  await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  // Sign-ups of the address stay as those of one that has an account: nobody hears of it. The code that
  // opened the account opens no other one at the old address.
  await db
    .update(signUpAttempts)
    .set({ codeHash: null })
    .where(inArray(signUpAttempts.email, [from, email]))
  await closeAllSessions(db, userId)
  return before
}
