import { useQuery } from '@tanstack/react-query'
import { lazy, type MouseEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import { IsRecorded } from '../../domains/learning/web/classroom/is-recorded.ts'
import { courseStateQuery } from '../../domains/studio/web/course-state-query.ts'
import { hideFromVisitors } from '../../domains/studio/web/preview/hide-from-visitors.ts'
import { UnsavedNote } from '../../domains/studio/web/publishing/unsaved-note.tsx'
import { previewQuery } from '../../domains/studio/web/queries.ts'
import { studioPaths } from '../../domains/studio/web/studio-paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Lessons } from '../storefront/lessons.tsx'

/** Taken from where the public page has it: shared in any other way it would cost that page a file. */
const CourseOffer = lazy(async () => {
  const { CourseOffer } = await import('../storefront/course-screen.tsx')
  return { default: CourseOffer }
})

/** The draft as visitors and owners will see it. Nothing is counted, bought or stored. */
export default function PreviewPage({ courseId }: { courseId: string }) {
  const standing = useQuery({ ...courseStateQuery(courseId), refetchOnWindowFocus: false })
  const preview = useQuery(previewQuery(courseId, standing.data?.revision))
  const { data: course } = preview
  const failed = [standing, preview].find(({ isError }) => isError)
  const [search] = useSearchParams()
  // The classroom puts the open lesson into the address.
  const isClassroom = search.get('as') === 'owner' || search.has('lesson')
  return (
    <>
      <PreviewBar courseId={courseId} isClassroom={isClassroom} hasPrice={course?.price !== 0} />
      <UnsavedNote courseId={courseId} since={standing.data?.unsavedSince ?? null} />
      {failed && (
        <div className="page-width py-8">
          <LoadFailure sentence={t('This course cannot be shown right now.')} of={failed} />
        </div>
      )}
      {course === undefined && !failed && (
        <div className="page-width py-8">
          <Skeleton label={t('Opening the draft')} className="h-96" />
        </div>
      )}
      {course && (
        <IsRecorded value={false}>
          {isClassroom ? <OwnersView course={course} /> : <VisitorsView course={course} />}
        </IsRecorded>
      )}
    </>
  )
}

interface PreviewBarProps {
  courseId: string
  isClassroom: boolean
  hasPrice: boolean
}

function PreviewBar({ courseId, isClassroom, hasPrice }: PreviewBarProps) {
  return (
    <div className="border-b border-line bg-wash">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="min-w-0">
          <strong className="font-semibold">
            {t('This is the draft. Nothing you do here counts.')}
          </strong>
          {!hasPrice && (
            <span className="block text-sm">{t('No price is set yet, so it says ₹0.')}</span>
          )}
        </p>
        <nav aria-label={t('Seen by')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link
            to="?as=visitor"
            replace
            aria-current={isClassroom ? undefined : 'page'}
            className={linkStyle}
          >
            {t('As a visitor')}
          </Link>
          <Link
            to="?as=owner"
            replace
            aria-current={isClassroom ? 'page' : undefined}
            className={linkStyle}
          >
            {t('As an owner')}
          </Link>
          <Link to={studioPaths.course(courseId)} className={linkStyle}>
            {t('Back to editing')}
          </Link>
        </nav>
      </div>
    </div>
  )
}

const linkStyle = 'text-link inline-block py-1 aria-[current=page]:font-semibold'

function VisitorsView({ course }: { course: Course }) {
  const [isToldOff, setIsToldOff] = useState(false)
  /** The price and its button are those of the shop, but nothing may be bought here. */
  const keepFromBuying = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    if (!target.closest('aside button')) return
    event.preventDefault()
    event.stopPropagation()
    setIsToldOff(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only stops what the buttons inside would do
    <div onClickCapture={keepFromBuying}>
      <output className="page-width block pt-4 font-medium empty:hidden">
        {isToldOff && t('This is a preview: nothing can be bought here.')}
      </output>
      <CourseOffer course={hideFromVisitors(course)} />
    </div>
  )
}

function OwnersView({ course }: { course: Course }) {
  const videos = course.modules
    .flatMap((module) => module.videos)
    .map(({ id }) => ({ id, position: 0, fraction: 0, completed: false, is_new: false, film: 1 }))
  return (
    <Lessons
      course={course}
      progress={{ progress: 0, completed: false, videos, opening: '' }}
      isOwned={false}
      onReport={nothing}
      notice={
        <p className="text-ink-soft">{t('Quizzes and assignments are not in this preview.')}</p>
      }
    />
  )
}

function nothing() {}
