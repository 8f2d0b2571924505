import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../http/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { filmCaptions, films } from '../tables.ts'
import { readCaptions, UnreadableCaptions } from './read-captions.ts'
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
    throw new ProblemError('too_large', { detail: 'Captions can have up to 1 MB.' })
  }
  const cues = read(text)
  const vtt = writeVtt(cues)
  const [film] = await db.select({ id: films.id }).from(films).where(eq(films.id, filmId))
  if (!film) throw new ProblemError('film_not_found')
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

function read(text: string) {
  try {
    return readCaptions(text)
  } catch (error) {
    if (!(error instanceof UnreadableCaptions)) throw error
    throw new ProblemError('captions_unreadable', { detail: error.message })
  }
}
