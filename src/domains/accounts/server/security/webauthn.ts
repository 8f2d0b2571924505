import type * as z from 'zod'
import { ProblemError } from '../../../../http/problem.ts'
import type { newPasskeyAnswer, passkeyAnswer } from '../../security/contract.ts'

export type PasskeyAnswer = z.output<typeof passkeyAnswer>
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>

/** Read when the first passkey is asked for: most starts of the academy never do. */
export const webAuthn = () => import('@simplewebauthn/server')

/** What passkeys are bound to: the academy's host, and where its pages come from. */
export function readPlace(publicUrl: string): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** The challenge that a browser says it answers; whether we gave it is looked up by that. */
export function readChallenge({
  response,
}: {
  response: Pick<PasskeyAnswer['response'], 'clientDataJSON'>
}): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
    const { challenge }: { challenge?: unknown } = Object(JSON.parse(text))
    if (typeof challenge === 'string') return challenge
  } catch {
    // no JSON, so no answer of a browser
  }
  throw new ProblemError('passkey_refused')
}
