import {
  createIdTokenVerifier,
  type VerifyIdToken,
} from '../integrations/google/verify-id-token.ts'
import type { Settings } from '../platform/settings.ts'
import type { Academy } from './academy.ts'

/** Who vouches now, with what reads their tokens; its keys are kept while it is the same. */
export function createFindGoogle(academy: Pick<Academy, 'google'>) {
  let known: { of: string; verifyIdToken: VerifyIdToken } | null = null
  return () => {
    const { google } = academy
    if (google === null) return null
    const of = JSON.stringify(google)
    if (known?.of !== of) known = { of, verifyIdToken: createIdTokenVerifier(google) }
    return { ...google, verifyIdToken: known.verifyIdToken }
  }
}

/**
 * Who vouches for people: Google where it is set up, else in a sandbox the stand-in, which runs beside
 * the one for Razorpay and vouches for anybody. So it is not where strangers come, nor where money
 * is real (docs/decisions/0076).
 */
export function chooseGoogle(
  { google, sandbox, publicSandbox }: Pick<Settings, 'google' | 'sandbox' | 'publicSandbox'>,
  standInUrl: string,
): Academy['google'] {
  const { clientId } = google
  if (clientId !== undefined) {
    return { ...google, clientId, script: 'https://accounts.google.com/gsi/client' }
  }
  if (!sandbox || publicSandbox) return null
  const base = `${standInUrl.replace(/\/+$/, '')}/google`
  return {
    clientId: 'sandbox.apps.googleusercontent.test',
    jwksUrl: `${base}/certs`,
    issuers: [base],
    script: `${base}/client`,
  }
}
