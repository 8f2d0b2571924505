import { and, asc, eq, gt } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { videos } from '../../catalogue/server/tables.ts'
import type { getRetention } from '../contract.ts'
import { lessonAudiences, lessonParts } from './tables.ts'

export const retentionHeadings = ['From second', 'Learners', 'Of those who opened it (%)']

type Retention = ResponseOf<typeof getRetention>

/** How many learners played each part of a lesson's present film, up to the last that anybody played. */
export async function readRetention(db: Database, videoId: string): Promise<Retention> {
  const [video] = await db
    .select({
      title: videos.title,
      film: videos.film,
      learners: lessonAudiences.learners,
      partInSeconds: lessonAudiences.partInSeconds,
    })
    .from(videos)
    .leftJoin(
      lessonAudiences,
      and(eq(lessonAudiences.videoId, videos.id), eq(lessonAudiences.film, videos.film)),
    )
    .where(eq(videos.id, videoId))
  if (!video) throw new ProblemError('video_not_found')
  const rows = await db
    .select({ part: lessonParts.part, learners: lessonParts.learners })
    .from(lessonParts)
    .where(
      and(
        eq(lessonParts.videoId, videoId),
        eq(lessonParts.film, video.film),
        gt(lessonParts.learners, 0),
      ),
    )
    .orderBy(asc(lessonParts.part))
  const learnersOf = new Map(rows.map(({ part, learners }) => [part, learners]))
  const seconds = video.partInSeconds ?? 1
  const opened = video.learners ?? 0
  const parts = Array.from({ length: (rows.at(-1)?.part ?? -1) + 1 }, (_, part) => {
    const learners = learnersOf.get(part) ?? 0
    return { from_in_seconds: part * seconds, learners, share: opened > 0 ? learners / opened : 0 }
  })
  return { title: video.title, learners: opened, part_in_seconds: seconds, parts }
}

/** In the order of the headings. */
export function describeRetention(part: Retention['parts'][number]): string[] {
  return [String(part.from_in_seconds), String(part.learners), (part.share * 100).toFixed(1)]
}
