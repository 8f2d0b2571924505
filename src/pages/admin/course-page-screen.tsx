import { lazy, Suspense } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { RequireRight } from '../../domains/staff/web/require-right.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { pageMeta } from '../../ui/page-meta.ts'

const HistoryPage = lazy(() => import('../../domains/studio/web/publishing/history-page.tsx'))

const PreviewPage = lazy(() => import('./preview-page.tsx'))

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: args.params['page'] === 'preview' ? t('See as a Learner') : t('History of a Course'),
    path: paths.admin,
  })

/** The pages beside a course's editor, as one route: each route costs every page's first load. */
export default function CoursePageScreen() {
  const { course_id: courseId = '', page } = useParams()
  return (
    <RequireRight rights={['courses']}>
      {() => (
        <Suspense fallback={<Opening />}>
          {page === 'preview' ? (
            <PreviewPage courseId={courseId} />
          ) : (
            <HistoryPage courseId={courseId} />
          )}
        </Suspense>
      )}
    </RequireRight>
  )
}

function Opening() {
  return (
    <div className="page-width py-8">
      <Skeleton label={t('Opening the course')} className="h-96" />
    </div>
  )
}
