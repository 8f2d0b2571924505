import type { Settings } from '../platform/settings.ts'
import type { Academy } from './academy.ts'

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
