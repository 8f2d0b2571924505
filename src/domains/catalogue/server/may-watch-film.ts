import * as z from 'zod'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { mayWatch } from '../../access/server/check-access.ts'
import { isSessionOpen } from '../../accounts/server/sessions.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { type FilmViewing, readFilmLink } from '../../films/server/sign-film-link.ts'
import { findPlan, isNotDue, type OpeningDependencies } from './not-due.ts'
import { readCourse, type StoredCourse } from './read-courses.ts'

export interface FilmGateDependencies extends OpeningDependencies {
  mediaKey: RotatingKey
}

export interface FilmRequest {
  filmId: string
  /** Without its query. */
  path: string
  query: unknown
  /** Of the session that asks; null: it shows none. */
  sessionHash: Buffer | null
}

const preview = z.object({ preview: z.string().min(1).max(200) })
const keptForInMs = 30_000

/**
 * True if a link to one of our own films was signed for the session that asks, and both the session and
 * the course still stand; or if the film is free to see. What stood is believed for half a minute, until
 * something is taken from the learner.
 */
export async function mayWatchFilm(
  deps: FilmGateDependencies,
  { filmId, path, query, sessionHash }: FilmRequest,
): Promise<boolean> {
  const open = preview.safeParse(query)
  if (open.success) return isPreviewFilm(deps, filmId, open.data.preview)
  if (!sessionHash) return false
  const viewing = readFilmLink(deps.mediaKey, query, { path, filmId, sessionHash, now: new Date() })
  return viewing !== null && stillMayWatch(deps, viewing, filmId)
}

/** The same for who was let in before: links may run out while a file is being sent. */
export async function stillMayWatchFilm(
  deps: FilmGateDependencies,
  { filmId, path, query, sessionHash }: FilmRequest,
): Promise<boolean> {
  const open = preview.safeParse(query)
  if (open.success) return isPreviewFilm(deps, filmId, open.data.preview)
  const whenever = new Date(0)
  const viewing =
    sessionHash && readFilmLink(deps.mediaKey, query, { path, filmId, sessionHash, now: whenever })
  return viewing !== null && stillMayWatch(deps, viewing, filmId)
}

async function stillMayWatch(
  deps: FilmGateDependencies,
  { learnerId, sessionHash, courseId }: FilmViewing,
  filmId: string,
): Promise<boolean> {
  const { db, cache } = deps
  const hasPlan = (await findPlan(deps, courseId)) !== null
  const what = hasPlan ? `${courseId} ${filmId}` : courseId
  const key = `film gate ${learnerId} ${sessionHash.toString('base64url')} ${what}`
  const { isAllowed } = await cache.find(key, async () => {
    const isAllowed =
      (await isSessionOpen(db, { sessionHash, userId: learnerId })) &&
      (await mayWatch(db, learnerId, courseId)) &&
      !(await isNotDue(deps, { learnerId, courseId }, (url) => filmIdOf(url) === filmId))
    const tags = [`learner:${learnerId}`]
    // Who was refused may be let in at any moment.
    return { value: { isAllowed }, sizeInBytes: 100, tags, keptForInMs, isKept: isAllowed }
  })
  return isAllowed
}

/** True for the film of a lesson that is free to see, or of the trailer, in a course that visitors can see. */
async function isPreviewFilm(
  { db, cache }: FilmGateDependencies,
  filmId: string,
  courseId: string,
): Promise<boolean> {
  const { ids } = await cache.find(`preview films ${courseId}`, async () => {
    const stored = await readCourse(db, courseId)
    const ids = stored?.isHidden === false ? listOpenFilms(stored.course) : []
    const value = { ids: new Set(ids) }
    const isKept = stored !== undefined // anybody may ask for courses that are not there
    return { value, sizeInBytes: 100 * (1 + ids.length), tags: [`course:${courseId}`], isKept }
  })
  return ids.has(filmId)
}

function listOpenFilms({ trailer = '', modules }: StoredCourse['course']): string[] {
  const free = modules.flatMap(({ videos }) => videos).filter(({ is_preview }) => is_preview)
  return [trailer, ...free.map(({ url = '' }) => url)].flatMap((url) => filmIdOf(url) ?? [])
}
