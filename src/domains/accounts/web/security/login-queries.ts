import { call } from '../../../../ui/call.ts'
import type { Session } from '../../../../ui/session.ts'
import type { askPasskey } from './passkey-device.ts'

/** Signs in by what a passkey of this device said. */
export function sendPasskey(answer: Awaited<ReturnType<typeof askPasskey>>): Promise<Session> {
  return call('POST /auth/passkey', { body: { answer } })
}
