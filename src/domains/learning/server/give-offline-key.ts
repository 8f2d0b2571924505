import { hkdfSync } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { filmIdOf } from '../../films/film-link.ts'
import type { getOfflineKey } from '../contract.ts'
import { requireDue } from './require-due.ts'
import { requireOwnCourse } from './require-own-course.ts'
import { keptForInMs, signWatchToken } from './watch-token.ts'

/**
 * The key under which the learner's devices keep the film of a lesson, for forty days from now. It is
 * made from the academy's own, so that nothing is stored. Refused with `video_not_found` for a lesson
 * that has left the course or has no film of the academy's own.
 */
export async function giveOfflineKey(
  deps: OpeningDependencies & { openingKey: RotatingKey },
  caller: CurrentUser,
  { courseId, videoId }: { courseId: string; videoId: string },
): Promise<ResponseOf<typeof getOfflineKey>> {
  await requireOwnCourse(deps.db, caller, courseId)
  const [lesson] = await deps.db
    .select({ url: videos.url, film: videos.film })
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.courseId, courseId), isNull(videos.retiredAt)))
  if (lesson) await requireDue(deps, caller, { courseId, videoId })
  const url = lesson?.url ?? ''
  const filmId = filmIdOf(url)
  if (!lesson || filmId === null) throw new ProblemError('video_not_found')
  const { learnerId } = caller
  const openedAt = new Date()
  const purpose = ['offline', learnerId, courseId, videoId, filmId].join('\n')
  const key = hkdfSync('sha256', deps.openingKey.current, '', purpose, 32)
  return {
    key: Buffer.from(key).toString('base64url'),
    film_id: filmId,
    film: lesson.film,
    keep_until: new Date(openedAt.getTime() + keptForInMs).toISOString(),
    opening: signWatchToken(deps.openingKey, {
      learnerId,
      courseId,
      kept: { videoId, url },
      openedAt,
    }),
  }
}
