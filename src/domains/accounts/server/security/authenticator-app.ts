import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { shareUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import { sealingLock } from '../../../../platform/seal.ts'
import { lockOwnAccount } from '../lock-account.ts'
import { authenticatorApps, recoveryCodes } from '../tables.ts'
import { type AlertDependencies, alertOwner } from './alerts.ts'
import { findStep, newAppSecret, writeAppUri } from './app-codes.ts'
import { markSession } from './mark-session.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { type SealingPlace, sealSecret, unsealSecret } from './sealing.ts'
import { hasApp, wrongCode } from './use-code.ts'

export type AppDependencies = AlertDependencies & { db: Database; followed: SealingPlace }

/** Makes a secret for a new app. Nothing changes before a code of it was shown. */
export async function startApp(
  { db, followed, brand }: AppDependencies,
  { learnerId: userId, email }: CurrentUser,
): Promise<{ secret: string; uri: string }> {
  const secret = newAppSecret()
  await db.transaction(async (db) => {
    await shareUntilCommit(db, sealingLock)
    const pendingSecret = await sealSecret(followed, userId, secret)
    await db
      .insert(authenticatorApps)
      .values({ userId, pendingSecret })
      .onConflictDoUpdate({ target: authenticatorApps.userId, set: { pendingSecret } })
  })
  return { secret, uri: writeAppUri(secret, { academy: brand.name, email }) }
}

/**
 * Takes a new app in use, in the place of an earlier one, once a code of it was shown. Resolves to new
 * recovery codes, also where it is in use already and the answer with them was lost. Refused with
 * `second_code_wrong` and `app_missing`.
 */
export async function confirmApp(
  deps: AppDependencies,
  caller: CurrentUser,
  code: string,
): Promise<string[]> {
  const userId = caller.learnerId
  return deps.db.transaction(async (db) => {
    await shareUntilCommit(db, sealingLock)
    await lockOwnAccount(db, caller)
    const isOwn = eq(authenticatorApps.userId, userId)
    const [app] = await db.select().from(authenticatorApps).where(isOwn).for('update')
    const sealedSecret = app?.pendingSecret ?? app?.sealedSecret
    if (!sealedSecret) throw new ProblemError('app_missing')
    const secret = await unsealSecret(deps.followed, userId, sealedSecret)
    const step = secret === null ? null : findStep(secret, code, Date.now())
    if (step === null) throw wrongCode()
    if (!app?.pendingSecret) {
      await alertOwner(deps, db, userId, 'recovery_codes_renewed')
      return replaceRecoveryCodes(db, userId)
    }
    await db
      .update(authenticatorApps)
      .set({ sealedSecret, pendingSecret: null, lastStep: step, confirmedAt: sql`now()` })
      .where(isOwn)
    await markSession(db, caller.sessionHash, { isSecondStep: true })
    await alertOwner(deps, db, userId, 'app_added')
    return replaceRecoveryCodes(db, userId)
  })
}

/** The password alone lets in again; the recovery codes go, too. */
export async function removeApp(deps: AppDependencies, caller: CurrentUser): Promise<void> {
  const userId = caller.learnerId
  await deps.db.transaction(async (db) => {
    await lockOwnAccount(db, caller)
    const gone = await db
      .delete(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId))
      .returning()
    if (!gone.some(({ sealedSecret }) => sealedSecret !== null)) return
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await alertOwner(deps, db, userId, 'app_removed')
  })
}

/** Ten new codes for who has an app. Refused with `app_missing`. */
export async function renewRecoveryCodes(
  deps: AppDependencies,
  caller: CurrentUser,
): Promise<string[]> {
  const userId = caller.learnerId
  return deps.db.transaction(async (db) => {
    await lockOwnAccount(db, caller)
    if (!(await hasApp(db, userId))) throw new ProblemError('app_missing')
    await alertOwner(deps, db, userId, 'recovery_codes_renewed')
    return replaceRecoveryCodes(db, userId)
  })
}
