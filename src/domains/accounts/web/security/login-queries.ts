import { call } from '../../../../ui/call.ts'
import type { Session } from '../../../../ui/session.ts'
import type { passkeyLogin, sendSecondStep as sendCode } from '../../security/contract.ts'
import { askPasskey } from './passkey-device.ts'

export function sendSecondStep(challenge: string, code: string): Promise<Session> {
  return call<typeof sendCode>('POST /auth/second-step', { body: { challenge, code } })
}

/** Signs in by a passkey of this device; `isOffered`: once the person chooses it for the e-mail. */
export async function logInByPasskey(options: { isOffered?: boolean } = {}): Promise<Session> {
  const answer = await askPasskey(options)
  return call<typeof passkeyLogin>('POST /auth/passkey', { body: { answer } })
}
