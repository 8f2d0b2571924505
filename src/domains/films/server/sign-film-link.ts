import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'
import { extensionOf, type FilmFile } from '../film-file.ts'

/**
 * Links made within a step are the same, so that browsers keep what they have loaded; they are good for
 * one to two steps. What stands beside a film is fetched when somebody wants it, hours after the page.
 */
export const stepInSeconds = { film: 300, beside: 12 * 3600 }

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

type Part = keyof typeof stepInSeconds

/** Captions and pictures stand beside a film; all else plays it. */
function partOf(path: string): Part {
  return /\/(?:captions\/[^/]+|(?:poster|sprite)\.[a-z]+)$/.test(path) ? 'beside' : 'film'
}

/** Lets one session fetch a film's file. The signature of one that plays it is good for all its files. */
export function signFilmLink(
  mediaKey: RotatingKey,
  path: string,
  { filmId, now, ...viewing }: FilmViewing & { filmId: string; now: Date },
): string {
  const part = partOf(path)
  const step = stepInSeconds[part]
  const until = (Math.floor(now.getTime() / 1000 / step) + 2) * step
  const key = keyFor(mediaKey.current, { ...viewing, part, filmId, until })
  const { learnerId: learner, courseId: course } = viewing
  return `${path}?${new URLSearchParams({ learner, course, until: String(until), key }).toString()}`
}

const signature = z.object({
  key: z.string().max(100),
  until: z.coerce.number().int().nonnegative(),
  learner: z.uuid(),
  course: z.string().min(1).max(200),
})

interface LinkQuestion {
  /** Without its query. */
  path: string
  filmId: string
  sessionHash: Buffer
  now: Date
}

/**
 * For whom a link to `path` was made, if it was made by us for this film and this session and is not too
 * old. Whether the session and the course are still theirs is another question.
 */
export function readFilmLink(
  mediaKey: RotatingKey,
  query: unknown,
  { path, filmId, sessionHash, now }: LinkQuestion,
): FilmViewing | null {
  const given = signature.safeParse(query)
  if (!given.success) return null
  const { key, until, learner: learnerId, course: courseId } = given.data
  if (!(until * 1000 > now.getTime())) return null
  const viewing = { learnerId, sessionHash, courseId }
  const isSigned = (part: Part) => {
    const sign = (each: string) => Buffer.from(keyFor(each, { ...viewing, part, filmId, until }))
    return isSignedBy(mediaKey, Buffer.from(key), sign)
  }
  // Whoever may play a film may see what stands beside it.
  return isSigned('film') || isSigned(partOf(path)) ? viewing : null
}

function keyFor(
  mediaKey: string,
  {
    learnerId,
    courseId,
    sessionHash,
    part,
    filmId,
    until,
  }: FilmViewing & Record<'part' | 'filmId', string> & Record<'until', number>,
): string {
  return createHmac('sha256', mediaKey)
    .update(`${part}\n${learnerId}\n${courseId}\n${until}\n${filmId}\n`)
    .update(sessionHash)
    .digest('base64url')
}
