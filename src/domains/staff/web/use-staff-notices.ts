import { useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { type Notice, noticesOf } from '../../../ui/notice.ts'
import type { listStaff } from '../contract.ts'
import { staffQuery } from './queries.ts'

export type Listed = ResponseOf<typeof listStaff>
export type Member = Listed['staff'][number]
export type Invitation = Listed['invitations'][number]

/** Of a mutation: says how the change went, and asks for the list anew. */
export function useStaffNotices(onNotice: (notice: Notice | null) => void) {
  const client = useQueryClient()
  const notices = noticesOf(onNotice)
  return {
    ...notices,
    onSuccess: (answer: { message: string }) => {
      notices.onSuccess(answer)
      return client.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
  }
}
