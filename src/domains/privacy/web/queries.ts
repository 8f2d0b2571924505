import { queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { download } from '../../../ui/download.ts'
import { query } from '../../../ui/query.ts'
import type { readErasure, readRegister, requestErasure } from '../contract.ts'

export const registerQuery = query(['privacy-register'], () => call('GET /privacy/register', {}))
export type RegisterRecord = ResponseOf<typeof readRegister>['records'][number]

const whileMadeInMs = 3_000

/** Asked again and again while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['my-data', 'exports'],
  queryFn: () => call('GET /my-data/exports', {}),
  refetchInterval: ({ state: { data } }) =>
    data?.exports.some(({ expires_at: end }) => end === null) ? whileMadeInMs : false,
})

export const erasureQuery = query(['my-data', 'erasure'], () => call('GET /my-data/erasure', {}))
export type ErasureState = ResponseOf<typeof readErasure>

export function askForExport() {
  return call('POST /my-data/exports', {})
}

export function saveExport(id: string): Promise<void> {
  return download('GET /my-data/exports/:id/file', { params: { id } })
}

export function askForErasureCode() {
  return call('POST /my-data/erasure/code', {})
}

export function askForErasure(body: RequestOf<typeof requestErasure>['body']) {
  return call('POST /my-data/erasure', { body })
}

export function takeErasureBack() {
  return call('DELETE /my-data/erasure', {})
}

export function takeErasureBackByLink(token: string) {
  return call('POST /my-data/erasure/cancel', { body: { token } })
}
