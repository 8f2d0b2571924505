import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Role } from '../../../http/rights.ts'
import { call } from '../../../ui/call.ts'
import { download } from '../../../ui/download.ts'
import { pages, query } from '../../../ui/query.ts'

export const staffQuery = query(['admin', 'staff'], () => call('GET /admin/staff', {}))

export function requestInvite(body: { email: string; role: Role }) {
  return call('POST /admin/staff', { body })
}

/** By the token of a mailed link. */
export const invitationQuery = (token: string) =>
  query(['invitation', token], () => call('POST /staff-invitations/read', { body: { token } }), {
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface AuditFilter {
  search: string
  actor: string
  from: string
  to: string
}

/** Page after page of the audit log. */
export function auditQuery(filter: AuditFilter) {
  const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return infiniteQueryOptions({
    ...pages(['admin', 'audit', filter], (cursor) =>
      call('GET /admin/audit', {
        query: { ...chosen, cursor, limit: 30 },
      }),
    ),
    staleTime: 0,
  })
}

export function downloadAudit({ from, to }: Pick<AuditFilter, 'from' | 'to'>): Promise<void> {
  return download('GET /admin/exports/audit.csv', {
    query: { ...(from !== '' && { from }), ...(to !== '' && { to }) },
  })
}
