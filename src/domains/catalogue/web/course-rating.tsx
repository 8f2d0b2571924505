import { formatStars } from '../../../shared/format-stars.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Course } from '../contract.ts'

/** '★ 4.6 (12 reviews)'; nothing where no review can be seen. */
export function CourseRating({
  rating,
  className,
}: {
  rating: Course['rating']
  className: string
}) {
  if (!rating || rating.average === null) return null
  const average = formatStars(rating.average)
  return (
    <span className={`text-ink-soft tabular-nums ${className}`}>
      <span aria-hidden="true" className="text-amber">
        ★{' '}
      </span>
      {t('{average} of 5, {count, plural, one {# review} other {# reviews}}', {
        average,
        count: rating.count,
      })}
    </span>
  )
}
