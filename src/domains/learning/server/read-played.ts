import { and, eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { videos } from '../../catalogue/server/tables.ts'
import type { reportProgress } from '../contract.ts'
import { getProgress } from './get-progress.ts'
import { videoProgress } from './tables.ts'

/** How a learner's course and one of its lessons stand, where a report changes nothing. */
export async function readPlayed(
  db: Database,
  { videoId, ...of }: { learnerId: string; courseId: string; videoId: string },
): Promise<Omit<ResponseOf<typeof reportProgress>, 'credited'>> {
  const course = await getProgress(db, of)
  const lesson = course.videos.find(({ id }) => id === videoId)
  const [played] = await db
    .select({ inSeconds: videoProgress.playedInSeconds })
    .from(videoProgress)
    .innerJoin(
      videos,
      and(eq(videos.id, videoProgress.videoId), eq(videos.film, videoProgress.film)),
    )
    .where(
      and(
        eq(videoProgress.learnerId, of.learnerId),
        eq(videoProgress.courseId, of.courseId),
        eq(videoProgress.videoId, videoId),
      ),
    )
  return {
    progress: course.progress,
    completed: course.completed,
    video: {
      position: lesson?.position ?? 0,
      played_in_seconds: played?.inSeconds ?? 0,
      fraction: lesson?.fraction ?? 0,
      completed: lesson?.completed ?? false,
    },
  }
}
