import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import { sayDuration } from '../../domains/catalogue/read-duration.ts'
import { lessonAnchor } from '../../domains/catalogue/web/lesson-anchor.ts'
import { PreviewTranscript } from '../../domains/catalogue/web/preview-transcript.tsx'
import { t } from '../../shared/i18n/translate.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'

const PreviewLesson = lazy(() => import('../../domains/learning/web/classroom/preview-lesson.tsx'))

export type OutlinedLesson = Course['modules'][number]['videos'][number]

/** A lesson of the outline that everybody may see: it plays right there. */
export function FreeLesson({ courseId, video }: { courseId: string; video: OutlinedLesson }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const anchor = lessonAnchor(video.id)
  const { hash } = useLocation()
  const isLedHere = hash === `#${anchor}`

  // A link from another screen comes before this part of the page is there.
  useEffect(() => {
    if (isLedHere) button.current?.focus()
  }, [isLedHere])

  return (
    <li id={anchor} className="scroll-mt-6">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full flex-wrap items-start gap-x-3 px-4 py-2.5 text-start hover:bg-wash focus-visible:-outline-offset-3"
      >
        <PlayPicture />
        <span className="grow basis-32 font-medium">{video.title}</span>
        <Badge tone="good">{t('Free preview')}</Badge>
        {video.duration !== '' && (
          <span className="shrink-0 text-sm leading-7 text-ink-soft tabular-nums">
            {sayDuration(video.duration)}
          </span>
        )}
      </button>
      {video.film && video.film.captions.length > 0 && <PreviewTranscript video={video} />}
      {isOpen && (
        <div className="px-4 pt-1 pb-4">
          <Suspense
            fallback={
              <Skeleton
                label={t('Opening the lesson')}
                className="aspect-video w-full rounded-lg"
              />
            }
          >
            <PreviewLesson courseId={courseId} video={video} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

function PlayPicture() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-6 shrink-0">
      <circle cx="12" cy="12" r="11" className="fill-marigold" />
      <path d="M9.5 7.5v9l7-4.5z" className="fill-on-marigold" />
    </svg>
  )
}
