import type { Course } from '../contract.ts'
import { sayRating } from './say-rating.ts'

/** '★ 4.6 of 5, 12 reviews'; nothing where no review can be seen. */
export function CourseRating({
  rating,
  className,
}: {
  rating: Course['rating']
  className: string
}) {
  const said = sayRating(rating)
  if (said === null) return null
  return (
    <span className={`text-ink-soft tabular-nums ${className}`}>
      <span aria-hidden="true" className="text-amber">
        ★{' '}
      </span>
      {said}
    </span>
  )
}
