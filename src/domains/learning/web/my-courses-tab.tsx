import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { Cover } from '../../../ui/figures/cover.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { type MyCourse, myCoursesQuery } from './queries.ts'

/** The courses a person owns, and how far they are with each. */
export function MyCoursesTab() {
  const { data: courses, isPending, isFetching, refetch } = useQuery(myCoursesQuery)
  if (courses && courses.length > 0) {
    return (
      <ul className={grid}>
        {courses.map((course) => (
          <li key={course.id} className="grid">
            <MyCourseCard course={course} />
          </li>
        ))}
      </ul>
    )
  }
  if (courses) {
    return (
      <EmptyState sentence={t("You haven't purchased any courses yet.")}>
        <LinkButton to={paths.courses}>{t('Browse Courses')}</LinkButton>
      </EmptyState>
    )
  }
  if (isPending) return <CardSkeletons />
  return (
    <LoadFailure sentence={t('Your courses could not be loaded.')} of={{ isFetching, refetch }} />
  )
}

const grid = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

function MyCourseCard({ course }: { course: MyCourse }) {
  const titleId = `course-${course.id}`
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col overflow-hidden rounded-md border border-line bg-sheet"
    >
      <Cover course={course} />
      <div className="flex grow flex-col gap-3 p-5">
        <h2 id={titleId} className="text-xl">
          {course.title}
        </h2>
        <p className="line-clamp-3 text-sm text-ink-soft">{course.description}</p>
        <div className="mt-auto pt-2">
          <p className="mb-1 flex items-center justify-between gap-2 text-sm">
            <span className="text-ink-soft">{t('Your progress')}</span>
            {course.completed && <Badge tone="good">{t('Finished')}</Badge>}
          </p>
          <ProgressBar
            percent={course.progress ?? 0}
            label={t('Progress in {course}', { course: course.title })}
          />
        </div>
        <div className="mt-2 grid gap-2">
          <LinkButton
            to={paths.course(course.id)}
            variant={course.completed ? 'secondary' : 'primary'}
            aria-describedby={titleId}
          >
            {t('Continue Learning')}
          </LinkButton>
          <LinkButton
            to={paths.certificate(course.id)}
            variant={course.completed ? 'primary' : 'secondary'}
            aria-describedby={titleId}
          >
            {t('Get Certificate')}
          </LinkButton>
        </div>
      </div>
    </article>
  )
}

function CardSkeletons() {
  return (
    <div className={grid}>
      <Skeleton label={t('Loading your courses')} className="h-120" />
      <Skeleton className="h-120 max-sm:hidden" />
      <Skeleton className="h-120 max-lg:hidden" />
    </div>
  )
}
