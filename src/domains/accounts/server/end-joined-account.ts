import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { letterLists } from '../../../shared/mail-lists.ts'
import { recordMailConsents } from './mail-consents.ts'
import { closeAllSessions } from './sessions.ts'
import { mailConsents, signUpAttempts, users } from './tables.ts'

type UserRow = typeof users.$inferSelect

/**
 * Ends an account whose rows are all another's by now: with it go its sessions, its password and its
 * links. A no to letters counts for the other account too; a yes was said for an address that gets none any
 * more. Its Google login leads to the other account, if that has none. Inside the transaction that joins.
 */
export async function endJoinedAccount(
  db: Database,
  { from, into }: { from: UserRow; into: UserRow },
): Promise<void> {
  const refused = await db
    .select()
    .from(mailConsents)
    .where(
      and(
        eq(mailConsents.learnerId, from.id),
        eq(mailConsents.isGiven, false),
        inArray(mailConsents.list, [...letterLists, 'lessons']),
      ),
    )
  for (const { list, source } of refused) {
    await recordMailConsents(db, { learnerId: into.id, said: { [list]: false }, source })
  }
  await closeAllSessions(db, from.id)
  // The code that opened it opens no other one at its address.
  await db
    .update(signUpAttempts)
    .set({ codeHash: null })
    .where(eq(signUpAttempts.email, from.email))
  await db.delete(users).where(eq(users.id, from.id))
  await db
    .update(users)
    .set({
      phone: into.phone ?? from.phone,
      googleSubject: into.googleSubject ?? from.googleSubject,
    })
    .where(eq(users.id, into.id))
}
