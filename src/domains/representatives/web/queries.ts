import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'

export const nomineeQuery = query(['my-nominee'], () => call('GET /my-nominee', {}))

/** For staff; each look leaves its reason in the audit log. */
export function requestShowNominee(id: string, reason: string) {
  return call('POST /admin/learners/:id/nominee', { params: { id }, body: { reason } })
}

export const childrenQuery = query(['my-children'], () => call('GET /my-children', {}))
