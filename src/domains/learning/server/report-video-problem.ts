import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { formatMessage } from '../../../shared/i18n/format-message.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import { recogniseVideoLink } from '../../catalogue/video-link.ts'
import { type VideoProblem, videoProblemNotices } from '../video-problem.ts'
import type { VideoAlarms } from './video-alarms.ts'

/** Shows the administrator a lesson that will play for nobody, once for as long as that lasts. */
export async function reportVideoProblem(
  db: Database,
  alarms: VideoAlarms,
  { courseId, videoId, problem }: { courseId: string; videoId: string; problem: VideoProblem },
): Promise<void> {
  const [lesson] = await db
    .select({ title: videos.title, url: videos.url, courseTitle: courses.title })
    .from(videos)
    .innerJoin(courses, eq(courses.id, videos.courseId))
    .where(and(eq(videos.courseId, courseId), eq(videos.id, videoId)))
  if (!lesson) throw new ProblemError('video_not_found')
  // In English, whatever language the learner reads: the office keeps it.
  const what = formatMessage(videoProblemNotices[problem], {
    video: `The lesson “${lesson.title}” of “${lesson.courseTitle}”`,
    provider: providerOf(lesson.url),
  })
  await alarms.raise(
    { courseId, videoId },
    `${what} Nobody can complete the course until it plays again.`,
  )
}

function providerOf(url: string): string {
  const provider = recogniseVideoLink(url)?.provider
  if (provider === 'youtube') return 'YouTube'
  return provider === 'vimeo' ? 'Vimeo' : 'its server'
}
