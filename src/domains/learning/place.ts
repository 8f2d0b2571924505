/**
 * A second of a lesson's film. `film` is the number that the lesson's film had then (`videos.film`): it
 * is kept as it was, whatever the lesson shows later.
 */
export interface Place {
  videoId: string
  film: number
  atInSeconds: number
}

/**
 * Whether its second can be played: the lesson shows that film now, or again. Otherwise the place stays
 * with the lesson, and is from an earlier film of it. Null: the lesson is no longer in the course.
 */
export function isPlayable(place: Pick<Place, 'film'>, presentFilm: number | null): boolean {
  return place.film === presentFilm
}
