import type { BodyOf, RequestOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { addChild, getMyNominee, listMyChildren, saveMyNominee } from '../contract.ts'

type Named = ResponseOf<typeof getMyNominee>
type Children = ResponseOf<typeof listMyChildren>

export const nomineeQuery = query(['my-nominee'], () => call('GET /my-nominee', {}))

export function requestSaveNominee(body: RequestOf<typeof saveMyNominee>['body']): Promise<Named> {
  return call('PUT /my-nominee', { body })
}

export function requestRemoveNominee(): Promise<Named> {
  return call('DELETE /my-nominee', {})
}

/** For staff; each look leaves its reason in the audit log. */
export function requestShowNominee(id: string, reason: string): Promise<Named> {
  const input = { params: { id }, body: { reason } }
  return call('POST /admin/learners/:id/nominee', input)
}

export const childrenQuery = query(['my-children'], () => call('GET /my-children', {}))

export function requestAddChild(body: BodyOf<typeof addChild>): Promise<Children> {
  return call('POST /my-children', { body })
}

export function requestWithdrawal(id: string): Promise<Children> {
  return call('DELETE /my-children/:id', { params: { id } })
}

export function requestShare(id: string, courseId: string): Promise<Children> {
  const input = { params: { id }, body: { course_id: courseId } }
  return call('POST /my-children/:id/courses', input)
}
