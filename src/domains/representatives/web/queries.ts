import type { BodyOf, RequestOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type {
  addChild,
  getMyNominee,
  listMyChildren,
  removeMyNominee,
  saveMyNominee,
  shareCourse,
  showNominee,
  withdrawConsent,
} from '../contract.ts'

type Named = ResponseOf<typeof getMyNominee>
type Children = ResponseOf<typeof listMyChildren>

export const nomineeQuery = query(['my-nominee'], () =>
  call<typeof getMyNominee>('GET /my-nominee', {}),
)

export function requestSaveNominee(body: RequestOf<typeof saveMyNominee>['body']): Promise<Named> {
  return call<typeof saveMyNominee>('PUT /my-nominee', { body })
}

export function requestRemoveNominee(): Promise<Named> {
  return call<typeof removeMyNominee>('DELETE /my-nominee', {})
}

/** For staff; each look leaves its reason in the audit log. */
export function requestShowNominee(id: string, reason: string): Promise<Named> {
  const input = { params: { id }, body: { reason } }
  return call<typeof showNominee>('POST /admin/learners/:id/nominee', input)
}

export const childrenQuery = query(['my-children'], () =>
  call<typeof listMyChildren>('GET /my-children', {}),
)

export function requestAddChild(body: BodyOf<typeof addChild>): Promise<Children> {
  return call<typeof addChild>('POST /my-children', { body })
}

export function requestWithdrawal(id: string): Promise<Children> {
  return call<typeof withdrawConsent>('DELETE /my-children/:id', { params: { id } })
}

export function requestShare(id: string, courseId: string): Promise<Children> {
  const input = { params: { id }, body: { course_id: courseId } }
  return call<typeof shareCourse>('POST /my-children/:id/courses', input)
}
