import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { formatTime } from '../../../../shared/format-time.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { type Cue, readCaptions, UnreadableCaptions } from '../../captions/read-captions.ts'
import { filmCaptions, films } from '../tables.ts'
import { writeVtt } from './write-vtt.ts'

export const captionsInBytes = 1024 * 1024

interface SentCaptions {
  filmId: string
  language: string
  label: string
  /** A WebVTT or SubRip file. */
  text: string
}

/** Puts captions beside a film, in the place of those in the same language. */
export async function saveCaptions(
  db: Database,
  { filmId, language, label, text }: SentCaptions,
): Promise<{ cues: number }> {
  if (Buffer.byteLength(text) > captionsInBytes) {
    throw new ProblemError('too_large', { detail: t('Captions can have up to 1 MB.') })
  }
  const cues = read(text)
  const vtt = writeVtt(cues)
  const [film] = await db
    .select({ durationInSeconds: films.durationInSeconds })
    .from(films)
    .where(eq(films.id, filmId))
  if (!film) throw new ProblemError('film_not_found')
  requireWithin(cues, film.durationInSeconds)
  // In one statement with the film, which may be removed at this moment.
  await db
    .insert(filmCaptions)
    .select(
      sql`select ${films.id}, ${language}::text, ${label}::text, ${vtt}::text from ${films} where ${films.id} = ${filmId} for key share`,
    )
    .onConflictDoUpdate({
      target: [filmCaptions.filmId, filmCaptions.language],
      set: { label, vtt },
    })
  return { cues: cues.length }
}

/** Captions of another film, or of a longer cut of it, would be missed by nobody here. */
function requireWithin(cues: readonly Cue[], durationInSeconds: number | null): void {
  const late = cues.find(({ fromInMs }) => fromInMs / 1000 >= (durationInSeconds ?? Infinity))
  if (!late || durationInSeconds === null) return
  throw new ProblemError('captions_unreadable', {
    detail: `A caption begins at ${formatTime(late.fromInMs / 1000)}, but this film ends at ${formatTime(durationInSeconds)}. Please choose the captions of this film.`,
  })
}

function read(text: string) {
  try {
    return readCaptions(text)
  } catch (error) {
    if (!(error instanceof UnreadableCaptions)) throw error
    throw new ProblemError('captions_unreadable', { detail: error.message })
  }
}
