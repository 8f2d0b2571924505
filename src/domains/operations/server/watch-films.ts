import type { Database } from '../../../platform/database/database.ts'
import { listPlacesOfFilms } from '../../catalogue/server/list-places-of-films.ts'
import {
  listOpenSubjects,
  raiseAlarm,
  resolveAlarm,
} from '../../checkout/server/settling/alarms.ts'
import { listFailedFilms } from '../../films/server/list-failed-films.ts'

const prefix = 'film:'

/** Raises an alarm for each damaged film that a published lesson plays, until the lesson has another. */
export async function watchFilms(db: Database): Promise<void> {
  const failed = await listFailedFilms(db)
  const places = await listPlacesOfFilms(db, [...failed.keys()])
  for (const { filmId, courseTitle, lessonTitle } of places) {
    const place = lessonTitle === null ? 'trailer' : `lesson “${lessonTitle}”`
    const message = `The film of the ${place} in “${courseTitle}”: ${failed.get(filmId)}`
    await raiseAlarm(db, { subject: prefix + filmId, message, orderId: null })
  }
  const standing = new Set(places.map(({ filmId }) => prefix + filmId))
  for (const subject of await listOpenSubjects(db, prefix)) {
    if (!standing.has(subject)) await resolveAlarm(db, subject)
  }
}
