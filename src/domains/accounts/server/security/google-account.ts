import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { GoogleIdentity } from '../../../../integrations/google/verify-id-token.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { consumeGoogleToken } from '../consume-google-token.ts'
import type { BrowserNonce } from '../google-nonce.ts'
import { lockOwnAccount } from '../lock-account.ts'
import { users } from '../tables.ts'
import { type AlertDependencies, alertOwner } from './alerts.ts'
import { listPasskeys } from './passkeys.ts'

export type GoogleAccountDependencies = AlertDependencies & { db: Database }

interface Addition {
  identity: GoogleIdentity
  /** The nonce that the browser was given; null if it asked for none. */
  asked: BrowserNonce | null
}

/**
 * Lets somebody log in by a Google account, whatever its address. Refused with `google_taken`, and with
 * `not_in_child_accounts` to a child.
 */
export async function addGoogleAccount(
  deps: GoogleAccountDependencies,
  caller: CurrentUser,
  { identity, asked }: Addition,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    await consumeGoogleToken(db, identity, asked)
    const person = await lockOwnAccount(db, caller)
    if (person.parentId !== null) throw new ProblemError('not_in_child_accounts')
    if (person.googleSubject === identity.subject) return
    const [other] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.googleSubject, identity.subject))
    if (other) throw new ProblemError('google_taken')
    await linkGoogle(deps, db, person.id, identity)
  })
}

/** Inside a transaction that has locked the account. Resolves to the account as it is then. */
export async function linkGoogle(
  deps: AlertDependencies,
  db: Database,
  userId: string,
  { subject, email }: GoogleIdentity,
): Promise<typeof users.$inferSelect> {
  const [linked] = await db
    .update(users)
    .set({ googleSubject: subject, googleAddedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  if (!linked) throw new ProblemError('not_signed_in')
  await alertOwner(deps, db, userId, 'google_added', email)
  return linked
}

/** Refused with `last_way_in` if nothing else lets the person in. */
export async function removeGoogleAccount(
  deps: GoogleAccountDependencies,
  caller: CurrentUser,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const { id, passwordHash, googleSubject } = await lockOwnAccount(db, caller)
    if (googleSubject === null) return
    const isOnlyWay = passwordHash === null && (await listPasskeys(db, id)).length === 0
    if (isOnlyWay) throw new ProblemError('last_way_in')
    await db.update(users).set({ googleSubject: null, googleAddedAt: null }).where(eq(users.id, id))
    await alertOwner(deps, db, id, 'google_removed')
  })
}
