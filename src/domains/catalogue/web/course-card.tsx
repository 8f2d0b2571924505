import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Cover } from '../../../ui/figures/cover.tsx'
import { Price } from '../../../ui/price.tsx'
import type { Course } from '../contract.ts'

/** What a card shows of a course: the outline and the end of a long description stay on the server. */
export interface ListedCourse extends Pick<Course, 'id' | 'title' | 'thumbnail'> {
  description: string
  /** Rupees: what is paid now. */
  price: number
  /** What it costs without the launch price that runs. */
  formerPrice?: number
  /** How many and how long, as far as known; and how its learners find it. */
  lessons: string | null
}

export interface CourseCardProps {
  course: ListedCourse
  isFirst?: boolean
  /** The id its title gets, for what is described by it. */
  titleId: string
  /** The button beside 'View Details'. */
  action: ReactNode
  notice?: ReactNode
}

/**
 * One course in the grid. The link 'View Details' spreads over the whole card, so the card is one
 * stop for the keyboard and the action lies above it as the second. On phones the picture stands
 * small beside the title, so that a long list stays short.
 */
export function CourseCard({ course, isFirst = false, titleId, action, notice }: CourseCardProps) {
  return (
    <li className="relative flex flex-col overflow-hidden rounded-md border border-line bg-sheet shadow-sheet transition-colors hover:border-edge">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3 px-4 pt-4 sm:block sm:p-0">
        <Cover
          course={course}
          isFirstSeen={isFirst}
          sizes="(min-width:40rem) 24rem,7rem"
          className="max-sm:basis-28 max-sm:rounded-sm sm:w-full"
        />
        <h2
          id={titleId}
          className="grow text-lg max-sm:line-clamp-4 max-sm:basis-36 sm:px-5 sm:pt-5 sm:text-xl"
        >
          {course.title}
        </h2>
      </div>
      <div className="flex grow flex-col px-4 pb-4 sm:px-5 sm:pb-5">
        <p className="mt-2 line-clamp-2 text-ink-soft max-sm:text-sm sm:line-clamp-3">
          {course.description}
        </p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-3 sm:pt-4">
          <Price
            amountInRupees={course.price}
            usualInRupees={course.formerPrice}
            className="text-xl sm:text-2xl"
          />
          {course.lessons !== null && (
            <span className="text-sm text-ink-soft">{course.lessons}</span>
          )}
        </div>
        <div className="mt-3 flex flex-wrap gap-2.5 *:min-w-fit *:grow *:basis-0 *:px-2! *:text-sm sm:mt-4">
          <LinkButton
            to={paths.course(course.id)}
            variant="secondary"
            aria-describedby={titleId}
            className="after:absolute after:inset-0"
          >
            {t('View Details')}
          </LinkButton>
          {action}
        </div>
        {notice}
      </div>
    </li>
  )
}
