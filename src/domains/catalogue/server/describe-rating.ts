import type { Database } from '../../../platform/database/database.ts'
import type { Course } from '../contract.ts'

/** By course, of those that have a review. */
export type Ratings = ReadonlyMap<string, NonNullable<Course['rating']>>

/** Of a domain that comes later: of these courses, or of all. */
export type RatingReader = (db: Database, courseIds?: readonly string[]) => Promise<Ratings>

/** How its learners find it; nothing of a course without a review. */
export function describeRating(
  ratings: Ratings,
  { id }: Pick<Course, 'id'>,
): Pick<Course, 'rating'> {
  const rating = ratings.get(id)
  return rating ? { rating } : {}
}
