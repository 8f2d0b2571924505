import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { ProblemError } from '../../http/problem.ts'

export interface GoogleSettings {
  clientId: string
  jwksUrl: string
  issuers: string[]
}

export interface GoogleIdentity {
  /** Google's permanent key of the account. */
  subject: string
  /** Verified by Google; lower case. */
  email: string
  /** As its owner wrote it at Google: any text. */
  name: string | undefined
  /** As the page gave it to Google. */
  nonce: string | undefined
  /** What Google's signature stands for: the same however the token is spelt. */
  signedText: string
  expiresAt: Date
}

/** Resolves to who an ID token speaks of; refused unless Google signed it, for us, now. */
export type VerifyIdToken = (credential: string) => Promise<GoogleIdentity>

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  email_verified: z.union([z.boolean(), z.stringbool()]),
  name: z.string().optional().catch(undefined),
  nonce: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
})

/** Google signs a token when somebody presses its button; older ones were kept by somebody. */
const ageAtMostInSeconds = 10 * 60
/** So far may Google's clock be ahead of ours. */
const aheadAtMostInSeconds = 60

/** Verifies by Google's published keys, which are fetched when needed and kept. */
export function createIdTokenVerifier(settings: GoogleSettings): VerifyIdToken {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), { timeoutDuration: 5000 })
  return async (credential) => {
    const verified = await jwtVerify(credential, keys, {
      issuer: settings.issuers,
      audience: settings.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'email', 'iat', 'exp'],
      clockTolerance: 5,
    }).catch((error: unknown) => {
      throw new ProblemError(isUnreachable(error) ? 'google_unreachable' : 'google_refused')
    })
    const read = claims.safeParse(verified.payload)
    if (!read.success) throw new ProblemError('google_refused')
    const ageInSeconds = Date.now() / 1000 - read.data.iat
    if (ageInSeconds > ageAtMostInSeconds || ageInSeconds < -aheadAtMostInSeconds) {
      throw new ProblemError('google_refused')
    }
    if (!read.data.email_verified) throw new ProblemError('google_email_unverified')
    const { sub: subject, email, name, nonce, exp } = read.data
    const signedText = credential.slice(0, credential.lastIndexOf('.'))
    return { subject, email, name, nonce, signedText, expiresAt: new Date(exp * 1000) }
  }
}

/** True if the keys could not be fetched, as opposed to a token that does not hold. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return true
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC'
  return true
}
