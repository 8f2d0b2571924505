import { and, asc, eq, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { modules, videos } from '../../catalogue/server/tables.ts'
import type { listAnalyticsLessons } from '../contract.ts'
import { lessonAudiences } from './tables.ts'

/** Of a course as it is now. */
export async function listLessons(
  db: Database,
  courseId: string,
): Promise<ResponseOf<typeof listAnalyticsLessons>['lessons']> {
  return db
    .select({
      video_id: videos.id,
      title: videos.title,
      learners: sql<number>`coalesce(${lessonAudiences.learners}, 0)`,
    })
    .from(videos)
    .innerJoin(modules, eq(modules.id, videos.moduleId))
    .leftJoin(
      lessonAudiences,
      and(eq(lessonAudiences.videoId, videos.id), eq(lessonAudiences.film, videos.film)),
    )
    .where(eq(videos.courseId, courseId))
    .orderBy(asc(modules.position), asc(videos.position))
}
