import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import { query } from '../../../../ui/query.ts'
import type { addPasskey, readSecurity, stepUp } from '../../security/contract.ts'

export type Security = ResponseOf<typeof readSecurity>

export const securityQuery = query(['security'], () => call('GET /auth/security', {}))

/** Recovery codes that were just made, wherever they are shown: until their person says that they have kept them. */
export const newCodesQuery = queryOptions<string[] | null>({
  queryKey: ['new-recovery-codes'],
  queryFn: skipToken,
  initialData: null,
  gcTime: Number.POSITIVE_INFINITY,
})

export function requestStepUp(body: RequestOf<typeof stepUp>['body']) {
  return call('POST /auth/step-up', { body })
}

export function requestStartApp() {
  return call('POST /auth/app', {})
}

export function requestConfirmApp(code: string) {
  return call('POST /auth/app/confirm', { body: { code } })
}

export function requestRemoveApp() {
  return call('DELETE /auth/app', {})
}

export function requestRecoveryCodes() {
  return call('POST /auth/recovery-codes', {})
}

export function fetchPasskeyChallenge() {
  return call('GET /auth/passkey-challenge', {})
}

export function requestStartPasskey() {
  return call('POST /auth/passkeys/options', {})
}

export function requestAddPasskey(body: RequestOf<typeof addPasskey>['body']): Promise<Security> {
  return call('POST /auth/passkeys', { body })
}

export function requestRenamePasskey({ id, name }: { id: string; name: string }) {
  return call('PATCH /auth/passkeys/:id', { params: { id }, body: { name } })
}

export function requestRemovePasskey(id: string): Promise<Security> {
  return call('DELETE /auth/passkeys/:id', { params: { id } })
}

export function requestAddGoogle(credential: string): Promise<Security> {
  return call('POST /auth/google-account', { body: { credential } })
}

export function requestRemoveGoogle(): Promise<Security> {
  return call('DELETE /auth/google-account', {})
}

export function requestNotMe(token: string) {
  return call('POST /auth/not-me', { body: { token } })
}
