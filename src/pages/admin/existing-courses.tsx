import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ownersNotice } from '../../domains/admin/owners-notice.ts'
import type { listAllCourses } from '../../domains/studio/contract.ts'
import { StateBadge } from '../../domains/studio/web/publishing/state-badge.tsx'
import { allCoursesQuery, studioKey } from '../../domains/studio/web/queries.ts'
import { studioPaths } from '../../domains/studio/web/studio-paths.ts'
import { ApiError } from '../../http/api-client.ts'
import type { ResponseOf } from '../../http/endpoint.ts'
import { useMutation } from '../../http/web/use-mutation.ts'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { AlertDialog } from '../../ui/controls/alert-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Cover } from '../../ui/figures/cover.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import type { Notice } from '../../ui/notice.ts'
import { Price } from '../../ui/price.tsx'
import { CourseDetailsDialog } from './course-details-dialog.tsx'
import { learnersQuery } from './queries.ts'

type Course = ResponseOf<typeof listAllCourses>[number]

interface ExistingCoursesProps {
  onCreateFirst: () => void
  onNotice: (notice: Notice | null) => void
}

export function ExistingCourses({ onCreateFirst, onNotice }: ExistingCoursesProps) {
  const { data: courses, isError, isFetching, refetch } = useQuery(allCoursesQuery)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Course | null>(null)
  const deletion = useDeletion(onNotice)
  const copying = useCopying(onNotice)
  const found = courses?.filter((course) => matches(course, search)) ?? []

  return (
    <section aria-labelledby="existing-courses" className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="existing-courses" className="text-2xl">
          {t('Existing Courses')}
        </h2>
        {courses !== undefined && courses.length > 0 && (
          <div className="w-full sm:w-72">
            <TextField
              label={t('Search courses')}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        )}
      </div>
      {isError && (
        <LoadFailure
          className="mt-4"
          sentence={t('The courses cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {courses === undefined && !isError && (
        <div className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton label={t('Loading the courses')} className="h-96" />
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      )}
      {courses?.length === 0 && <NoCourses onCreateFirst={onCreateFirst} />}
      {courses !== undefined && courses.length > 0 && found.length === 0 && (
        <p className="mt-4 text-ink-soft">{t('No course matches “{search}”.', { search })}</p>
      )}
      <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((course) => (
          <ExistingCourse
            key={course.id}
            course={course}
            onShow={() => setShown(course)}
            onDelete={() => deletion.ask(course)}
            isCopying={copying.isPending && copying.variables === course.id}
            onCopy={() => copying.mutate(course.id)}
          />
        ))}
      </ul>
      <CourseDetailsDialog course={shown} onClose={() => setShown(null)} />
      <AlertDialog
        isOpen={deletion.course !== null}
        title={deletion.course ? nameOf(deletion.course) : t('Delete')}
        text={t('Are you sure you want to delete this course?')}
        detail={deletion.consequence}
        confirmLabel={t('Delete')}
        isDangerous
        isBusy={deletion.isBusy}
        onConfirm={deletion.confirm}
        onCancel={() => deletion.ask(null)}
      />
    </section>
  )
}

interface ExistingCourseProps {
  course: Course
  onShow: () => void
  onDelete: () => void
  isCopying: boolean
  onCopy: () => void
}

function ExistingCourse(props: ExistingCourseProps) {
  const { course, onShow, onDelete } = props
  const titleId = `existing-${course.id}`
  return (
    <li className="flex flex-col overflow-hidden rounded-md border border-line bg-sheet">
      <Cover course={{ ...course, title: nameOf(course) }} />
      <div className="flex grow flex-col p-4">
        <h3 id={titleId} className="text-lg">
          {nameOf(course)}
        </h3>
        <Standing course={course} />
        <p className="mt-1 line-clamp-2 text-sm text-ink-soft">{course.description}</p>
        <p className="mt-auto flex items-baseline justify-between gap-3 pt-3">
          {course.price === null ? (
            <span className="text-ink-soft">{t('No price yet')}</span>
          ) : (
            <Price amountInRupees={course.price} className="text-lg" />
          )}
          <span className="text-sm text-ink-soft">
            {t('{count, plural, one {# module} other {# modules}}', { count: course.module_count })}
          </span>
        </p>
        <div className="mt-3 flex gap-2">
          <Button
            variant="secondary"
            size="small"
            className="grow"
            aria-describedby={titleId}
            onClick={onShow}
          >
            {t('View Details')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="text-danger!"
            aria-describedby={titleId}
            onClick={onDelete}
          >
            {t('Delete')}
          </Button>
        </div>
        <div className="mt-2 flex gap-2">
          <LinkButton
            to={studioPaths.course(course.id)}
            variant="secondary"
            size="small"
            className="grow"
            aria-describedby={titleId}
          >
            {t('Edit')}
          </LinkButton>
          <Button
            variant="quiet"
            size="small"
            aria-describedby={titleId}
            isBusy={props.isCopying}
            onClick={props.onCopy}
          >
            {t('Copy')}
          </Button>
        </div>
      </div>
    </li>
  )
}

/** What is to be known of a course that is not simply on sale as it stands. */
function Standing({ course }: { course: Course }) {
  const { state, has_unpublished_changes: isChanged, publish_at: publishAt } = course
  const notes = [
    ...(isChanged && state !== 'draft' ? [t('Unpublished changes')] : []),
    ...(publishAt === null
      ? []
      : [t('To be published at {publishAt}', { publishAt: formatDateTime(publishAt) })]),
  ]
  if (state === 'on_sale' && notes.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {state !== 'on_sale' && <StateBadge state={state} />}
      {notes.length > 0 && (
        <Link to={studioPaths.history(course.id)} className="text-link">
          {notes.join(' · ')}
        </Link>
      )}
    </p>
  )
}

function NoCourses({ onCreateFirst }: { onCreateFirst: () => void }) {
  return (
    <div className="mt-4 rounded-md border border-line bg-sheet px-6 py-14 text-center">
      <p className="font-display text-xl">{t('No courses created yet')}</p>
      <p className="mt-1 mb-5 text-ink-soft">
        {t('A title, a price and a sentence are enough to begin.')}
      </p>
      <Button onClick={onCreateFirst}>{t('Create First Course')}</Button>
    </div>
  )
}

/** Makes a draft of the same content and leads to its editor. */
function useCopying(onNotice: (notice: Notice | null) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/courses/:id/copy', { params: { id } }),
    onMutate: () => window.location.href,
    onSuccess: async ({ id }, _, from) => {
      await client.invalidateQueries({ queryKey: studioKey })
      // Who has gone on meanwhile stays there.
      if (window.location.href === from) await navigate(studioPaths.course(id))
    },
    onError: (error) => {
      onNotice({ tone: 'danger', text: t('Failed to copy course'), detail: error.message })
    },
  })
}

/** Asks first, then deletes, then tells how it went. */
function useDeletion(onNotice: (notice: Notice | null) => void) {
  const client = useQueryClient()
  const [course, setCourse] = useState<Course | null>(null)
  const deletion = useMutation({
    mutationFn: (id: string) => call('DELETE /admin/courses/:id', { params: { id } }),
    // The specification shows no result.
    onSuccess: (answer: { message?: string } | null) => {
      const detail = answer?.message ?? null
      onNotice({ tone: 'success', text: t('Course deleted successfully!'), detail })
      return client.invalidateQueries({ queryKey: studioKey })
    },
    onError: (error) => {
      const detail = error instanceof ApiError ? error.detail : null
      onNotice({ tone: 'danger', text: t('Failed to delete course'), detail })
    },
    onSettled: (_answer, _error, id) => setCourse((now) => (now?.id === id ? null : now)),
  })
  const learners = useQuery({
    ...learnersQuery(course?.id ?? ''),
    enabled: course !== null,
    retry: false,
  })
  return {
    course,
    consequence: learners.data ? ownersNotice(learners.data.learners) : null,
    isBusy: deletion.isPending && deletion.variables === course?.id,
    ask: (asked: Course | null) => {
      onNotice(null)
      setCourse(asked)
    },
    confirm: () => {
      if (course) deletion.mutate(course.id)
    },
  }
}

function nameOf({ title }: Course): string {
  return title || t('Untitled course')
}

function matches({ title, description }: Course, search: string): boolean {
  return `${title}\n${description}`.toLowerCase().includes(search.trim().toLowerCase())
}
