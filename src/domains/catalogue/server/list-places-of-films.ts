import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses, videos } from './tables.ts'

export interface PlaceOfFilm {
  filmId: string
  courseTitle: string
  /** Null: the course's trailer. */
  lessonTitle: string | null
}

/** Where these films play at present: in lessons and as trailers, also of courses that only their buyers see. */
export async function listPlacesOfFilms(
  db: Database,
  filmIds: readonly string[],
): Promise<PlaceOfFilm[]> {
  if (filmIds.length === 0) return []
  const urls = filmIds.map((id) => `film:${id}`)
  const lessons = await db
    .select({ url: videos.url, courseTitle: courses.title, lessonTitle: videos.title })
    .from(videos)
    .innerJoin(courses, eq(courses.id, videos.courseId))
    .where(and(inArray(videos.url, urls), isNotNull(videos.moduleId)))
  const trailer = sql<string>`${courses.page}->>'trailer'`
  const trailers = await db
    .select({ url: trailer, courseTitle: courses.title, lessonTitle: sql<null>`null` })
    .from(courses)
    .where(inArray(trailer, urls))
  return [...lessons, ...trailers].map(({ url, ...place }) => ({
    filmId: url.slice('film:'.length),
    ...place,
  }))
}
