import { call } from '../../../ui/call.ts'
import { download } from '../../../ui/download.ts'
import { pages, query } from '../../../ui/query.ts'
import type { learnerFilters, learnerSorts } from '../contract.ts'

/** All of the office's learners: what an act on one makes stale. */
export const learnersKey = ['admin', 'learners']

export interface LearnersFilter {
  search: string
  /** Empty: all. */
  filter: (typeof learnerFilters)[number] | ''
  /** The id of a course; empty: any. */
  has_course: string
  sort: (typeof learnerSorts)[number]
}

/** Page after page of the list. */
export const learnersQuery = ({ search, filter, has_course, sort }: LearnersFilter) =>
  pages([...learnersKey, 'list', search, filter, has_course, sort], (cursor) =>
    call('GET /admin/learners', {
      query: {
        sort,
        ...(search !== '' && { search }),
        ...(filter !== '' && { filter }),
        ...(has_course !== '' && { has_course }),
        cursor,
      },
    }),
  )

export const learnerQuery = (id: string) =>
  query([...learnersKey, 'one', id], () => call('GET /admin/learners/:id', { params: { id } }))

/** What can be chosen. */
export const courseNamesQuery = query([...learnersKey, 'courses'], () =>
  call('GET /admin/course-names', {}),
)

/** What the caller is told of looks at their own account. */
export const impersonationsQuery = query(['support-views'], () =>
  call('GET /my-account/support-views', {}),
)

/** Which other account waits to be joined to the caller's own. */
export const joinRequestQuery = query(['join-request'], () => call('GET /my-account/join', {}))

export function requestJoinCodes(email: string) {
  return call('POST /my-account/join', { body: { email } })
}

export function requestCancelJoin() {
  return call('DELETE /my-account/join', {})
}

export function requestAccountJoin(body: { email: string; code: string; other_code: string }) {
  return call('POST /my-account/join/confirm', { body })
}

export function requestOfferJoin(id: string, body: { email: string; reason: string }) {
  return call('POST /admin/learners/:id/join', { params: { id }, body })
}

export function requestGive(id: string, body: { course_id: string; reason: string }) {
  return call('POST /admin/learners/:id/courses', { params: { id }, body })
}

export function requestOpenLesson(
  id: string,
  course_id: string,
  body: { video_id: string; opens_at: string | null; reason: string },
) {
  return call('POST /admin/learners/:id/courses/:course_id/openings', {
    params: { id, course_id },
    body,
  })
}

export function requestWithdraw(id: string, course_id: string, reason: string) {
  return call('DELETE /admin/learners/:id/courses/:course_id', {
    params: { id, course_id },
    body: { reason },
  })
}

export function requestRefundOf(payment_id: string, reason: string) {
  return call('POST /admin/payments/:payment_id/refund', {
    params: { payment_id },
    body: { reason },
  })
}

export function closeRefundPaidOutside(id: string, reason: string) {
  return call('POST /admin/refunds/:id/paid-outside', {
    params: { id },
    body: { reason },
  })
}

/** What Razorpay knows of an order now; it is settled by that. */
export function checkAtRazorpay(payment_id: string) {
  return call('POST /admin/payments/:payment_id/ask', {
    params: { payment_id },
  })
}

export function requestResend(id: string, mail_id: string) {
  return call('POST /admin/learners/:id/mails/:mail_id/resend', {
    params: { id, mail_id },
  })
}

export function requestReissue(
  id: string,
  certificate_id: string,
  body: { name: string; reason: string },
) {
  return call('POST /admin/learners/:id/certificates/:certificate_id/reissue', {
    params: { id, certificate_id },
    body,
  })
}

export function requestChangeEmail(id: string, body: { email: string; reason: string }) {
  return call('POST /admin/learners/:id/email', { params: { id }, body })
}

export function requestEndSessions(id: string, reason: string) {
  return call('POST /admin/learners/:id/end-sessions', {
    params: { id },
    body: { reason },
  })
}

export function requestResetSecondStep(id: string, reason: string) {
  return call('POST /admin/learners/:id/reset-second-step', {
    params: { id },
    body: { reason },
  })
}

export function requestOwnEmail(email: string) {
  return call('POST /my-account/email', { body: { email } })
}

export function requestBlock(id: string, reason: string) {
  return call('POST /admin/learners/:id/block', {
    params: { id },
    body: { reason },
  })
}

export function requestUnblock(id: string, reason: string) {
  return call('POST /admin/learners/:id/unblock', {
    params: { id },
    body: { reason },
  })
}

export function requestImpersonation(id: string, reason: string) {
  return call('POST /admin/learners/:id/see-as', {
    params: { id },
    body: { reason },
  })
}

export function requestAnswerEmailChange(body: { token: string; agrees: boolean }) {
  return call('POST /email-changes/answer', { body })
}

export function requestConfirmEmail(token: string) {
  return call('POST /email-changes/confirm', { body: { token } })
}

export function requestImport({ csv, isDryRun }: { csv: string; isDryRun: boolean }) {
  return call('POST /admin/learners/import', {
    query: { dry_run: isDryRun ? 'true' : 'false' },
    body: { csv },
  })
}

export function downloadLearners(): Promise<void> {
  return download('GET /admin/exports/learners.csv')
}
