import { and, asc, eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { lockOwnAccount } from '../lock-account.ts'
import { passkeys, signInChallenges } from '../tables.ts'
import { type AlertDependencies, alertOwner } from './alerts.ts'
import { consumeChallenge, issueChallenge } from './challenges.ts'
import { markSession } from './mark-session.ts'
import { type NewPasskeyAnswer, readChallenge, readPlace, webAuthn } from './webauthn.ts'

export type PasskeyDependencies = AlertDependencies & { db: Database }

const passkeysAtMost = 20

export async function listPasskeys(
  db: Database,
  userId: string,
): Promise<(typeof passkeys.$inferSelect)[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.madeAt), asc(passkeys.id))
}

/** What the browser makes a passkey by. One that the person has is not made anew on the same device. */
export async function startPasskey(
  { db, publicUrl, brand }: PasskeyDependencies,
  { learnerId: userId, email, name }: CurrentUser,
): Promise<object> {
  const { generateRegistrationOptions } = await webAuthn()
  const known = await listPasskeys(db, userId)
  const challenge = await issueChallenge(db, { purpose: 'new_passkey', userId })
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: readPlace(publicUrl()).rpId,
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // It is found without a name being typed, and the device makes sure whose hand it is in.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Keeps the passkey that a browser made. Refused with `challenge_unusable` and `passkey_refused`. */
export async function addPasskey(
  deps: PasskeyDependencies,
  caller: CurrentUser,
  { name, answer }: { name: string; answer: NewPasskeyAnswer },
): Promise<void> {
  const userId = caller.learnerId
  const { verifyRegistrationResponse } = await webAuthn()
  const challenge = readChallenge(answer)
  const to = eq(signInChallenges.userId, userId)
  await consumeChallenge(deps.db, { purpose: 'new_passkey', token: challenge, to })
  const { origin, rpId } = readPlace(deps.publicUrl())
  const checked = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
  }).catch(() => null) // it throws for whatever does not fit
  if (!checked?.verified) throw new ProblemError('passkey_refused')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  await deps.db.transaction(async (db) => {
    await lockOwnAccount(db, caller)
    if ((await listPasskeys(db, userId)).length >= passkeysAtMost) {
      throw new ProblemError('passkey_refused')
    }
    const made = await db
      .insert(passkeys)
      .values({ id, userId, name, publicKey: Buffer.from(publicKey), counter, transports })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (made.length === 0) throw new ProblemError('passkey_refused') // somebody else's
    await markSession(db, caller.sessionHash, { isSecondStep: true })
    await alertOwner(deps, db, userId, 'passkey_added', name)
  })
}

/** Refused with `passkey_not_found`. */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new ProblemError('passkey_not_found')
}

/** Refused with `passkey_not_found`, and with `last_way_in` if nothing else lets the person in. */
export async function removePasskey(
  deps: PasskeyDependencies,
  caller: CurrentUser,
  id: string,
): Promise<void> {
  const userId = caller.learnerId
  await deps.db.transaction(async (db) => {
    const person = await lockOwnAccount(db, caller)
    const [gone] = await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name })
    if (!gone) throw new ProblemError('passkey_not_found')
    const left = await listPasskeys(db, userId)
    if (left.length === 0 && person.passwordHash === null && person.googleSubject === null) {
      throw new ProblemError('last_way_in')
    }
    await alertOwner(deps, db, userId, 'passkey_removed', gone.name)
  })
}

/** How often an authenticator says it was used only grows: one that falls back was copied. */
export async function noteUse(
  db: Database,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(passkeys.id, id),
        sql`(${passkeys.counter} < ${counter} or (${passkeys.counter} = 0 and ${counter} = 0))`,
      ),
    )
    .returning({ id: passkeys.id })
  return used.length > 0
}
