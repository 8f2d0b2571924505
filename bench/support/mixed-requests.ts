import { courseOf, tokenOf, videoOf } from './fill-database.ts'
import { writeRequest } from './run-load.ts'

/** What learners ask for in an ordinary hour, in a fixed mix: mostly reports of playback, then pages. */
export function mixedRequests(learners: number): string[] {
  const body = { position: 151, duration: 300, played: [[150, 151]] }
  return Array.from({ length: learners * 10 }, (_, place) => {
    const learner = 1 + (Math.floor(place / 10) % learners)
    const token = tokenOf(learner)
    const course = courseOf(learner, 1)
    const video = videoOf(course, place % 10)
    switch (place % 10) {
      case 0:
        return writeRequest('GET /')
      case 1:
        return writeRequest('GET /courses')
      case 2:
        return writeRequest('GET /api/courses')
      case 3:
        return writeRequest('GET /api/my-courses', { token })
      case 4:
        return writeRequest(`GET /api/courses/${course}`, { token })
      case 5:
        return learner % 20 === 0
          ? writeRequest(`GET /api/certificate/${courseOf(learner % 400 || 400)}`, {
              token: tokenOf(learner % 400 || 400),
            })
          : writeRequest('GET /api/my-payments', { token })
      default:
        return writeRequest(`PUT /api/courses/${course}/videos/${video}/progress`, { token, body })
    }
  })
}
