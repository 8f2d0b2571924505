import { formatStars } from '../../../shared/format-stars.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Course } from '../contract.ts'

/** '4.6 of 5, 12 reviews'; null where no review can be seen. */
export function sayRating(rating: Course['rating']): string | null {
  if (!rating || rating.average === null) return null
  return t('{average} of 5, {count, plural, one {# review} other {# reviews}}', {
    average: formatStars(rating.average),
    count: rating.count,
  })
}
