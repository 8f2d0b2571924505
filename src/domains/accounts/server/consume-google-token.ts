import { ProblemError } from '../../../http/problem.ts'
import type { GoogleIdentity } from '../../../integrations/google/verify-id-token.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { BrowserNonce } from './google-nonce.ts'
import { hashToken } from './sessions.ts'
import { usedGoogleTokens } from './tables.ts'

/**
 * Uses up a credential, and the nonce in it, inside the transaction of the sign-in. Refused if it was
 * used before, or if it does not carry the nonce that this browser asked for. Null: the browser asked
 * for none, so the credential must have none either.
 */
export async function consumeGoogleToken(
  db: Database,
  identity: Pick<GoogleIdentity, 'nonce' | 'signedText' | 'expiresAt'>,
  asked: BrowserNonce | null,
): Promise<void> {
  const { nonce } = identity
  const isRight = asked ? asked.nonces.includes(nonce ?? '') : nonce === undefined
  if (!isRight) throw new ProblemError('google_refused')
  const uses = [{ hash: hashToken(identity.signedText), expiresAt: identity.expiresAt }]
  if (asked && nonce !== undefined)
    uses.push({ hash: hashToken(nonce), expiresAt: asked.expiresAt })
  const fresh = await db
    .insert(usedGoogleTokens)
    .values(uses)
    .onConflictDoNothing()
    .returning({ expiresAt: usedGoogleTokens.expiresAt })
  if (fresh.length < uses.length) throw new ProblemError('google_refused')
}
