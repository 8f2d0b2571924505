import { ApiError } from '../../../../http/api-client.ts'
import { call } from '../../../../ui/call.ts'
import type { VideoProblem } from '../../video-problem.ts'

/** Lets the academy know of a lesson that plays for nobody. The learner need not wait for it. */
export async function reportProblem(found: {
  courseId: string
  videoId: string
  problem: VideoProblem
}): Promise<void> {
  try {
    await call('POST /courses/:course_id/videos/:video_id/problem', {
      params: { course_id: found.courseId, video_id: found.videoId },
      body: { reason: found.problem },
    })
  } catch (error) {
    // The next learner tells it as well.
    if (!(error instanceof ApiError)) throw error
  }
}
