import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import { query } from '../../../../ui/query.ts'
import type { readSecurity, stepUp } from '../../security/contract.ts'

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
