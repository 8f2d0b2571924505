import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CourseState } from '../../domains/catalogue/contract.ts'
import { describeLessons } from '../../domains/catalogue/web/summarise-outline.ts'
import { ExportCourse } from '../../domains/studio/web/export/export-course.tsx'
import { outlineQuery } from '../../domains/studio/web/queries.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { formatRupees } from '../../shared/money.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

interface CourseDetailsDialogProps {
  /** Null: closed. */
  course: { id: string; title: string; state: CourseState } | null
  onClose: () => void
}

/** A course's modules and videos with their durations. */
export function CourseDetailsDialog({ course, onClose }: CourseDetailsDialogProps) {
  return (
    <Dialog
      isOpen={course !== null}
      onClose={onClose}
      title={course?.title || t('Untitled course')}
      isWide
    >
      {course && <Details id={course.id} state={course.state} />}
    </Dialog>
  )
}

function Details(asked: { id: string; state: CourseState }) {
  const { data: course, isError, isFetching, refetch } = useQuery(outlineQuery(asked))
  if (isError)
    return (
      <LoadFailure
        sentence={t('This course cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    )
  if (course === undefined) return <Skeleton label={t('Loading the course')} className="h-64" />
  return (
    <>
      <p className="text-ink-soft tabular-nums">
        {[
          course.price === 0 ? t('No price yet') : formatRupees(course.price),
          t('{count, plural, one {# module} other {# modules}}', {
            count: course.modules.length,
          }),
          describeLessons(course),
        ]
          .filter((fact) => fact !== null)
          .join(' · ')}
      </p>
      <p className="mt-3 whitespace-pre-line">{course.description}</p>
      {course.modules.length === 0 && (
        <p className="mt-5 text-ink-soft">{t('This course has no modules yet.')}</p>
      )}
      {course.modules.map((module, at) => (
        <section key={module.id} className="mt-5">
          <h3 className="text-lg">
            <span className="text-ink-soft">{at + 1}.</span> {module.title}
          </h3>
          {module.description !== '' && (
            <p className="text-sm text-ink-soft">{module.description}</p>
          )}
          <ol className="mt-2 divide-y divide-line border-y border-line">
            {module.videos.map((video) => (
              <li key={video.id} className="flex justify-between gap-4 py-2">
                <span className="min-w-0">{video.title}</span>
                <span className="shrink-0 text-ink-soft tabular-nums">
                  {video.duration === '' ? t('no duration') : video.duration}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {asked.state !== 'draft' && (
        <p className="mt-6">
          <Link to={paths.course(course.id)} className="text-link">
            {t('Open the course page')}
          </Link>
        </p>
      )}
      <div className="mt-4">
        <ExportCourse courseId={course.id} />
      </div>
    </>
  )
}
