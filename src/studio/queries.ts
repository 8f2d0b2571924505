import { queryOptions } from '@tanstack/react-query'
import { call } from '../ui/call.ts'
import type { getDraft } from './contract.ts'

/** Asked anew each time the editor opens, and never behind the back of who is writing. */
export function draftQuery(courseId: string) {
  return queryOptions({
    queryKey: ['admin', 'draft', courseId],
    queryFn: () =>
      call<typeof getDraft>('GET /admin/courses/:id/draft', { params: { id: courseId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
