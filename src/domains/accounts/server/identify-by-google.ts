import { ProblemError } from '../../../http/problem.ts'
import type { RequestContext } from '../../../http/server/serve.ts'
import type { GoogleIdentity, VerifyIdToken } from '../../../integrations/google/verify-id-token.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { type BrowserNonce, dropGoogleNonce, readGoogleNonce } from './google-nonce.ts'

export interface GoogleDependencies {
  codeKey: RotatingKey
  publicUrl: () => string
  /** Null: nobody signs in by Google now. */
  findIdTokenVerifier: () => VerifyIdToken | null
}

/** Whom a credential of Google's names, and the nonce that this browser was given; null: none. */
export async function identifyByGoogle(
  { codeKey, publicUrl, findIdTokenVerifier }: GoogleDependencies,
  { request, reply }: Pick<RequestContext<unknown>, 'request' | 'reply'>,
  credential: string,
): Promise<{ identity: GoogleIdentity; nonce: BrowserNonce | null }> {
  const verifyIdToken = findIdTokenVerifier()
  if (!verifyIdToken) throw new ProblemError('google_off')
  const nonce = readGoogleNonce(codeKey, request.headers.cookie)
  const isSecure = publicUrl().startsWith('https:')
  // However it ends, the next try asks for another one.
  if (nonce !== null) reply.header('set-cookie', dropGoogleNonce({ isSecure }))
  if (nonce === undefined) throw new ProblemError('google_refused')
  return { identity: await verifyIdToken(credential), nonce }
}
