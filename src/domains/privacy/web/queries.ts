import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { readErasure, readRegister } from '../contract.ts'

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
