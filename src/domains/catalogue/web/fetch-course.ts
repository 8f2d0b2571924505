import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type { Session } from '../../../ui/session.ts'
import type { getCourse } from '../contract.ts'

/**
 * A course as a signed-in person sees it. Where session and server disagree whether it is theirs, the
 * session is out of date, by a purchase on another device, a refund, or because it has ended: it is put
 * right.
 */
export async function fetchCourse(
  { user }: Session,
  courseId: string,
  /** Whether the page begins to show the course, and does not only read it again. */
  { isLook }: { isLook: boolean },
): Promise<ResponseOf<typeof getCourse>> {
  const course = await call('GET /courses/:course_id', {
    params: { course_id: courseId },
    query: { look: isLook ? '1' : undefined },
  })
  // The specification does not name it.
  if ('owned' in course && course.owned !== user.purchased_courses.includes(course.id)) {
    await import('../../accounts/web/correct-session.ts').then(
      ({ correctSession }) => correctSession(),
      () => undefined, // the course as the server knows it is here
    )
  }
  return course
}
