import type { Course } from '../../domains/catalogue/contract.ts'
import { recogniseVideoLink } from '../../domains/catalogue/video-link.ts'
import type { FreshLink } from '../../domains/learning/web/player/film.ts'
import { Player } from '../../domains/learning/web/player/player.tsx'
import { t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { isRefused } from '../../ui/is-refused.ts'

/** The trailer in the picture's place: nothing of it is fetched before somebody plays it. */
export function CourseTrailer({ course }: { course: Course }) {
  return (
    <Player
      link={recogniseVideoLink(course.trailer ?? '')}
      title={t('Trailer of {course}', { course: course.title })}
      film={course.trailer_film}
      {...(course.thumbnail ? { posterUrl: course.thumbnail } : {})}
      renewUrl={() => renewTrailer(course.id)}
    />
  )
}

/** Null if the course has none (any more). Rejects while the academy cannot be reached. */
async function renewTrailer(courseId: string): Promise<FreshLink | null> {
  try {
    const params = { course_id: courseId }
    const course = await call('GET /courses/:course_id', { params })
    const link = recogniseVideoLink(course.trailer ?? '')
    return link?.provider === 'file' ? { url: link.url, film: course.trailer_film } : null
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}
