import pLimit from 'p-limit'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CheckEmbedding } from '../../../integrations/video-providers/check-embedding.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { readCourse } from '../../catalogue/server/read-courses.ts'
import { recogniseVideoLink } from '../../catalogue/video-link.ts'
import { videoProblemNotices } from '../../learning/video-problem.ts'
import { watchPageOf } from '../../learning/watch-page.ts'
import type { listVideoProblems as endpoint } from '../contract.ts'

const askedAtOnce = 6

/** What YouTube and Vimeo hold against playing a course's videos here; empty if they cannot be asked. */
export async function listVideoProblems(
  { db, checkEmbedding }: { db: Database; checkEmbedding: CheckEmbedding },
  courseId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const stored = await readCourse(db, courseId)
  if (!stored) throw new ProblemError('course_not_found')
  const ask = pLimit(askedAtOnce)
  const videos = stored.course.modules.flatMap((module) => module.videos)
  const found = await Promise.all(
    videos.map(({ id, title, url = '' }) =>
      ask(async () => {
        const link = recogniseVideoLink(url)
        const page = link && watchPageOf(link)
        if (!link || !page || link.provider === 'file') return []
        const problem = await checkEmbedding({ provider: link.provider, pageUrl: page.url })
        if (problem === null) return []
        const about = { video: `“${title}”`, provider: page.provider }
        return [{ video_id: id, message: t(videoProblemNotices[problem], about) }]
      }),
    ),
  )
  return { problems: found.flat() }
}
