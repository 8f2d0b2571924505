import { Player } from '../../learning/player/player.tsx'
import type { Course } from '../contract.ts'
import { recogniseVideoLink } from '../video-link.ts'

/** The trailer in the picture's place: nothing of it is fetched before somebody plays it. */
export function CourseTrailer({ course }: { course: Course }) {
  return (
    <Player
      link={recogniseVideoLink(course.trailer ?? '')}
      title={`Trailer of ${course.title}`}
      film={course.trailer_film}
      {...(course.thumbnail ? { posterUrl: course.thumbnail } : {})}
    />
  )
}
