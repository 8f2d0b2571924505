import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { passkeys, signInChallenges, users } from '../tables.ts'
import { consumeChallenge, issueChallenge } from './challenges.ts'
import { noteUse } from './passkeys.ts'
import { type PasskeyAnswer, readChallenge, readPlace, webAuthn } from './webauthn.ts'

interface PasskeyPlace {
  db: Database
  publicUrl: () => string
}

/** What a browser asks its passkeys by, whoever sits there; bound to it by its cookie. */
export async function askForPasskey(
  { db, publicUrl }: PasskeyPlace,
  deviceHash: Buffer,
): Promise<object> {
  const { generateAuthenticationOptions } = await webAuthn()
  const challenge = await issueChallenge(db, { purpose: 'passkey', deviceHash })
  return generateAuthenticationOptions({
    rpID: readPlace(publicUrl()).rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
}

/**
 * Whose passkey answered. The challenge must have been given to this browser and is used up, however it
 * ends. Refused with `challenge_unusable`, and with `passkey_refused` for an answer that is not signed by a
 * passkey that we know, for us, with its person made sure of, or that was made by a copy.
 */
export async function usePasskey(
  { db, publicUrl }: PasskeyPlace,
  { answer, deviceHash }: { answer: PasskeyAnswer; deviceHash: Buffer | null },
): Promise<typeof users.$inferSelect> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const challenge = readChallenge(answer)
  const to = deviceHash ? eq(signInChallenges.deviceHash, deviceHash) : undefined
  await consumeChallenge(db, { purpose: 'passkey', token: challenge, to })
  const [found] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, answer.id))
  if (!found) throw new ProblemError('passkey_refused')
  const { id, publicKey, counter } = found.passkey
  const { origin, rpId } = readPlace(publicUrl())
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => null) // it throws for whatever does not fit
  if (!checked?.verified) throw new ProblemError('passkey_refused')
  const { newCounter } = checked.authenticationInfo
  if (!(await noteUse(db, { id, counter: newCounter }))) throw new ProblemError('passkey_refused')
  return found.user
}
