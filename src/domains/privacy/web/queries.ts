import { queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { download } from '../../../ui/download.ts'
import { query } from '../../../ui/query.ts'
import type {
  cancelErasure,
  cancelErasureByLink,
  listExports,
  readErasure,
  readRegister,
  requestErasure,
  requestErasureCode,
  requestExport,
} from '../contract.ts'

export const registerQuery = query(['privacy-register'], () =>
  call<typeof readRegister>('GET /privacy/register', {}),
)
export type RegisterRecord = ResponseOf<typeof readRegister>['records'][number]

const whileMadeInMs = 3_000

/** Asked again and again while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['my-data', 'exports'],
  queryFn: () => call<typeof listExports>('GET /my-data/exports', {}),
  refetchInterval: ({ state: { data } }) =>
    data?.exports.some(({ expires_at: end }) => end === null) ? whileMadeInMs : false,
})

export const erasureQuery = query(['my-data', 'erasure'], () =>
  call<typeof readErasure>('GET /my-data/erasure', {}),
)
export type ErasureState = ResponseOf<typeof readErasure>

export function askForExport() {
  return call<typeof requestExport>('POST /my-data/exports', {})
}

export function saveExport(id: string): Promise<void> {
  return download('GET /my-data/exports/:id/file', { params: { id } })
}

export function askForErasureCode() {
  return call<typeof requestErasureCode>('POST /my-data/erasure/code', {})
}

export function askForErasure(body: RequestOf<typeof requestErasure>['body']) {
  return call<typeof requestErasure>('POST /my-data/erasure', { body })
}

export function takeErasureBack() {
  return call<typeof cancelErasure>('DELETE /my-data/erasure', {})
}

export function takeErasureBackByLink(token: string) {
  return call<typeof cancelErasureByLink>('POST /my-data/erasure/cancel', { body: { token } })
}
