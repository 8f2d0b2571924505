import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'
import { extensionOf, type FilmFile } from '../film-file.ts'

const stepInSeconds = 300
const lifetimeInSeconds = 2 * stepInSeconds

/** Who watches, by which session, and which course opens the film for them. */
export interface FilmViewing {
  learnerId: string
  /** Not in the link: the browser that the session belongs to brings it as a cookie. */
  sessionHash: Buffer
  courseId: string
}

/** Where a file of a film is fetched, before it is signed. */
export function filmPath(filmId: string, file: Pick<FilmFile, 'name' | 'type'>): string {
  return `/films/${filmId}/${file.name}.${extensionOf(file.type)}`
}

export function captionsPath(filmId: string, language: string): string {
  return `/films/${filmId}/captions/${language}.vtt`
}

/**
 * Lets one session fetch a film's files for five to ten minutes. Links made within five minutes are
 * the same, so that browsers keep what they have loaded. One signature is good for all files of a film.
 */
export function signFilmLink(
  mediaKey: RotatingKey,
  path: string,
  { filmId, now, ...viewing }: FilmViewing & { filmId: string; now: Date },
): string {
  const until = Math.floor(now.getTime() / 1000 / stepInSeconds) * stepInSeconds + lifetimeInSeconds
  const key = keyFor(mediaKey.current, { ...viewing, filmId, until })
  const { learnerId: learner, courseId: course } = viewing
  return `${path}?${new URLSearchParams({ learner, course, until: String(until), key }).toString()}`
}

const signature = z.object({
  key: z.string().max(100),
  until: z.coerce.number().int().nonnegative(),
  learner: z.uuid(),
  course: z.string().min(1).max(200),
})

/**
 * For whom a link was made, if it was made by us for this film and this session and is not too old.
 * Whether the session and the course are still theirs is another question.
 */
export function readFilmLink(
  mediaKey: RotatingKey,
  query: unknown,
  { filmId, sessionHash, now }: { filmId: string; sessionHash: Buffer; now: Date },
): FilmViewing | null {
  const given = signature.safeParse(query)
  if (!given.success) return null
  const { key, until, learner: learnerId, course: courseId } = given.data
  if (!(until * 1000 > now.getTime())) return null
  const viewing = { learnerId, sessionHash, courseId }
  const sign = (each: string) => Buffer.from(keyFor(each, { ...viewing, filmId, until }))
  return isSignedBy(mediaKey, Buffer.from(key), sign) ? viewing : null
}

function keyFor(
  mediaKey: string,
  {
    learnerId,
    courseId,
    sessionHash,
    filmId,
    until,
  }: FilmViewing & Record<'filmId', string> & Record<'until', number>,
): string {
  return createHmac('sha256', mediaKey)
    .update(`film\n${learnerId}\n${courseId}\n${until}\n${filmId}\n`)
    .update(sessionHash)
    .digest('base64url')
}
