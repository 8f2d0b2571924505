import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Cover } from '../../ui/figures/cover.tsx'
import { Price } from '../../ui/price.tsx'

export interface CourseCardProps {
  course: {
    id: string
    title: string
    description: string
    price: number
    thumbnail: string | null
  }
  /** Lessons and length, as far as known. */
  lessons: string | null
  isFirst?: boolean
  /** The id its title gets, for what is described by it. */
  titleId: string
  /** The button beside 'View Details'. */
  action: ReactNode
  notice?: ReactNode
}

/**
 * One course in the grid. The link 'View Details' spreads over the whole card, so the card is one
 * stop for the keyboard and the action lies above it as the second.
 */
export function CourseCard({
  course,
  lessons,
  isFirst = false,
  titleId,
  action,
  notice,
}: CourseCardProps) {
  return (
    <li className="relative flex flex-col overflow-hidden rounded-md border border-line bg-sheet shadow-sheet transition-colors hover:border-edge">
      <Cover title={course.title} thumbnail={course.thumbnail} isFirstSeen={isFirst} />
      <div className="flex grow flex-col p-5">
        <h2 id={titleId} className="text-xl">
          {course.title}
        </h2>
        <p className="mt-2 line-clamp-3 text-ink-soft">{course.description}</p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-4">
          <Price amountInRupees={course.price} className="text-2xl" />
          {lessons !== null && <span className="text-sm text-ink-soft">{lessons}</span>}
        </div>
        <div className="mt-4 flex flex-wrap gap-2.5 *:min-w-fit *:grow *:basis-0 *:px-2! *:text-sm">
          <LinkButton
            to={paths.course(course.id)}
            variant="secondary"
            aria-describedby={titleId}
            className="after:absolute after:inset-0"
          >
            View Details
          </LinkButton>
          {action}
        </div>
        {notice}
      </div>
    </li>
  )
}
