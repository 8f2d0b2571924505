import type { QueryOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { listComplaints } from '../contract.ts'

export const myComplaintsQuery = query(['my-complaints'], () => call('GET /my-complaints', {}))

/** A complaint as the link in a mail shows it, or to its learner. */
export interface OwnComplaint {
  id: string
  token: string | undefined
}

export const complaintQuery = ({ id, token }: OwnComplaint) =>
  query(['complaints', id], () => call('GET /complaints/:id', { params: { id }, query: { token } }))

/** All that work on a complaint makes stale. */
export const complaintsKey = ['admin', 'complaints']

export type ComplaintsFilter = Pick<QueryOf<typeof listComplaints>, 'filter' | 'subject'>

export const complaintsQuery = (filter: ComplaintsFilter) =>
  pages([...complaintsKey, 'list', filter], (cursor) =>
    call('GET /admin/complaints', { query: { ...filter, cursor } }),
  )

export const dueComplaintsQuery = query([...complaintsKey, 'due'], () =>
  call('GET /admin/complaints-due', {}),
)

export const workedComplaintQuery = (id: string) =>
  query([...complaintsKey, id], () => call('GET /admin/complaints/:id', { params: { id } }))
