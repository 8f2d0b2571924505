import type { readProfile } from '../../accounts/contract.ts'
import { ApiError } from '../../http/api-client.ts'
import type { AnswerOf } from '../../http/endpoint.ts'
import { call } from '../../ui/call.ts'
import { clearSession, type Session, storeSession } from '../../ui/session.ts'
import type { getCourse } from '../contract.ts'

/**
 * A course as a signed-in person sees it. Where the session believes to own it and the server does
 * not, the session is out of date, by a refund or because it has ended: it is put right.
 */
export async function askCourse(
  { token, user }: Session,
  courseId: string,
  /** Whether the page begins to show the course, and does not only read it again. */
  { isLook }: { isLook: boolean },
): Promise<AnswerOf<typeof getCourse>> {
  const course = await call<typeof getCourse>('GET /courses/:course_id', {
    params: { course_id: courseId },
    query: { look: isLook ? '1' : undefined },
  })
  if (course.owned || !user.purchased_courses.includes(course.id)) return course
  try {
    const profile = await call<typeof readProfile>('GET /auth/profile', {})
    storeSession({ token, user: profile.user })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) clearSession()
  }
  return course
}
