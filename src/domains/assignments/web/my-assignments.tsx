import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { assignmentPath } from '../assignment-paths.ts'
import type { DueAssignment } from '../contract.ts'
import { assignmentQuery, myAssignmentsQuery } from './queries.ts'
import { VersionList } from './version-list.tsx'

/** What is due in all own courses, the next first, and how it stands. */
export default function MyAssignments() {
  const found = useInfiniteQuery(myAssignmentsQuery)
  const rows = found.data?.pages.flatMap(({ assignments }) => assignments) ?? []
  return (
    <section aria-labelledby="my-assignments">
      <h2 id="my-assignments" className="text-2xl">
        {t('Your assignments')}
      </h2>
      {found.isError && (
        <LoadFailure sentence={t('Your assignments could not be loaded.')} of={found} />
      )}
      {found.isPending && <Skeleton label={t('Loading your assignments')} className="mt-4 h-48" />}
      {found.isSuccess && rows.length === 0 && !found.hasNextPage && (
        <p className="mt-4 max-w-text text-ink-soft">
          {t('None of your open lessons has an assignment.')}
        </p>
      )}
      <ul className="mt-4 max-w-text divide-y divide-line">
        {rows.map((row) => (
          <li key={row.video_id} className="py-4">
            <p className="text-sm wrap-anywhere text-ink-soft">
              {row.course_title}, {row.lesson_title}
            </p>
            <p className="flex flex-wrap items-center gap-x-3">
              {row.has_left ? (
                <span className="py-2 font-medium wrap-anywhere">{row.title}</span>
              ) : (
                <Link
                  to={assignmentPath({ courseId: row.course_id, videoId: row.video_id })}
                  className="text-link inline-block py-2 font-medium wrap-anywhere"
                >
                  {row.title}
                </Link>
              )}
              <Standing row={row} />
            </p>
            {row.has_left && <LeftCourse row={row} />}
            {row.due_on !== null && !row.has_left && (
              <p className="mt-1 text-sm text-ink-soft">
                {t('Due on {day}.', { day: formatDate(row.due_on) })}
              </p>
            )}
          </li>
        ))}
      </ul>
      <ShowMore found={found} />
    </section>
  )
}

/** No lesson leads to it any more: what was handed in, and how it was answered, is read here. */
function LeftCourse({ row }: { row: DueAssignment }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 text-sm text-ink-soft">
        {t('This assignment has left the course. See what you handed in.')}
      </summary>
      {isOpen && <HandedIn row={row} />}
    </details>
  )
}

function HandedIn({ row }: { row: DueAssignment }) {
  const found = useInfiniteQuery(
    assignmentQuery({ courseId: row.course_id, videoId: row.video_id }),
  )
  if (found.isLoadingError) return <LoadFailure sentence={found.error.message} of={found} />
  if (!found.data) return <Skeleton label={t('Loading')} className="h-24" />
  return (
    <>
      <VersionList pages={found.data.pages} fileRoute="GET /my-submissions/:id/file" />
      <ShowMore found={found} />
    </>
  )
}

function Standing({ row }: { row: DueAssignment }) {
  const { outcome, mark, highest_mark: highest, handed_in_at: at, due_on: due } = row
  if (outcome === 'marked')
    return (
      <Badge tone="good">{t('Marked: {mark} of {highest}', { mark: mark ?? 0, highest })}</Badge>
    )
  if (outcome === 'again' && !row.has_left)
    return <Badge tone="waiting">{t('To be handed in again')}</Badge>
  if (at !== null)
    return <Badge tone="plain">{t('Handed in {day}', { day: formatDate(at) })}</Badge>
  return due !== null && due < dayInIndia() ? (
    <Badge tone="waiting">{t('Overdue')}</Badge>
  ) : (
    <Badge tone="plain">{t('Not handed in')}</Badge>
  )
}
