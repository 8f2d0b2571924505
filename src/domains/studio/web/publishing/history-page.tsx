import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../paths.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { courseStateQuery } from '../course-state-query.ts'
import { studioPaths } from '../studio-paths.ts'
import { HistoryPanel } from './history-panel.tsx'
import { PublishButton } from './publish-button.tsx'
import { ScheduleNote } from './schedule-note.tsx'
import { StateBadge } from './state-badge.tsx'
import { StateMenu } from './state-menu.tsx'
import { UnsavedNote, unsavedNotice } from './unsaved-note.tsx'

/** How a course stands, what is scheduled, and all that was ever published of it. */
export default function HistoryPage({ courseId }: { courseId: string }) {
  const { data: standing, isError, isFetching, refetch } = useQuery(courseStateQuery(courseId))
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <div className="page-width py-8 sm:py-10">
      <p className="text-sm">
        <Link to={paths.admin} className="text-link inline-block py-1">
          {t('All courses')}
        </Link>
        {' · '}
        <Link to={studioPaths.course(courseId)} className="text-link inline-block py-1">
          {t('Edit this course')}
        </Link>
        {' · '}
        <Link to={studioPaths.preview(courseId)} className="text-link inline-block py-1">
          {t('See it as a learner')}
        </Link>
      </p>
      <h1 className="mt-2 text-3xl">
        {standing ? standing.title || t('Untitled course') : t('History')}
      </h1>
      {standing && ![null, standing.title].includes(standing.published_title) && (
        <p className="mt-1 text-ink-soft">
          {t('Published as “{title}”', { title: standing.published_title ?? '' })}
        </p>
      )}
      {isError && (
        <LoadFailure
          className="mt-6"
          sentence={t('This course cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {standing === undefined && !isError && (
        <Skeleton label={t('Loading the history')} className="mt-6 h-96" />
      )}
      {standing && (
        <>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <StateBadge state={standing.state} />
            {standing.has_unpublished_changes && (
              <span className="text-sm text-ink-soft">{t('Unpublished changes')}</span>
            )}
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <PublishButton
              courseId={courseId}
              revision={standing.revision}
              unsaved={standing.unsavedSince && unsavedNotice(standing.unsavedSince)}
              onPublished={() => setNotice(null)}
              onStale={() => void refetch()}
            />
            <StateMenu
              courseId={courseId}
              state={standing.state}
              onChanged={(state) =>
                setNotice(
                  t(
                    'The course is now {state, select, on_sale {on sale} unlisted {unlisted} off_sale {off sale} other {draft}}.',
                    { state },
                  ),
                )
              }
            />
          </div>
          {/* Below the buttons: it goes by itself, and nothing is to move under a press. */}
          <div className="mt-4 empty:hidden">
            <UnsavedNote courseId={courseId} since={standing.unsavedSince} />
          </div>
          {standing.publish_at !== null && (
            <div className="mt-4">
              <ScheduleNote courseId={courseId} publishAt={standing.publish_at} />
            </div>
          )}
          <output className="mt-4 block empty:hidden">
            <Alert tone="success">{notice}</Alert>
          </output>
          <h2 className="mt-8 mb-4 text-2xl">{t('History')}</h2>
          <HistoryPanel
            courseId={courseId}
            revision={standing.revision}
            onRestored={({ published_at }) =>
              setNotice(
                t('The draft is now what was published on {time}.', {
                  time: formatDateTime(published_at),
                }),
              )
            }
          />
        </>
      )}
    </div>
  )
}
