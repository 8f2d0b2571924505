import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import { query } from '../../../../ui/query.ts'
import type {
  addGoogle,
  addPasskey,
  confirmApp,
  passkeyChallenge,
  readSecurity,
  removeApp,
  removeGoogle,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  sayNotMe,
  startApp,
  startPasskey,
  stepUp,
} from '../../security/contract.ts'

export type Security = ResponseOf<typeof readSecurity>

export const securityQuery = query(['security'], () =>
  call<typeof readSecurity>('GET /auth/security', {}),
)

/** Recovery codes that were just made, wherever they are shown: until their person says that they have kept them. */
export const newCodesQuery = queryOptions<string[] | null>({
  queryKey: ['new-recovery-codes'],
  queryFn: skipToken,
  initialData: null,
  gcTime: Number.POSITIVE_INFINITY,
})

export function requestStepUp(body: RequestOf<typeof stepUp>['body']) {
  return call<typeof stepUp>('POST /auth/step-up', { body })
}

export function requestStartApp() {
  return call<typeof startApp>('POST /auth/app', {})
}

export function requestConfirmApp(code: string) {
  return call<typeof confirmApp>('POST /auth/app/confirm', { body: { code } })
}

export function requestRemoveApp() {
  return call<typeof removeApp>('DELETE /auth/app', {})
}

export function requestRecoveryCodes() {
  return call<typeof renewRecoveryCodes>('POST /auth/recovery-codes', {})
}

export function fetchPasskeyChallenge() {
  return call<typeof passkeyChallenge>('GET /auth/passkey-challenge', {})
}

export function requestStartPasskey() {
  return call<typeof startPasskey>('POST /auth/passkeys/options', {})
}

export function requestAddPasskey(body: RequestOf<typeof addPasskey>['body']): Promise<Security> {
  return call<typeof addPasskey>('POST /auth/passkeys', { body })
}

export function requestRenamePasskey({ id, name }: { id: string; name: string }) {
  return call<typeof renamePasskey>('PATCH /auth/passkeys/:id', { params: { id }, body: { name } })
}

export function requestRemovePasskey(id: string): Promise<Security> {
  return call<typeof removePasskey>('DELETE /auth/passkeys/:id', { params: { id } })
}

export function requestAddGoogle(credential: string): Promise<Security> {
  return call<typeof addGoogle>('POST /auth/google-account', { body: { credential } })
}

export function requestRemoveGoogle(): Promise<Security> {
  return call<typeof removeGoogle>('DELETE /auth/google-account', {})
}

export function requestNotMe(token: string) {
  return call<typeof sayNotMe>('POST /auth/not-me', { body: { token } })
}
