import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { filmCaptions } from '../tables.ts'

/** Null: the film has no captions in this language. */
export async function readVtt(
  db: Database,
  { filmId, language }: { filmId: string; language: string },
): Promise<string | null> {
  const [found] = await db
    .select({ vtt: filmCaptions.vtt })
    .from(filmCaptions)
    .where(and(eq(filmCaptions.filmId, filmId), eq(filmCaptions.language, language)))
  return found?.vtt ?? null
}
