import { type MouseEvent, useState } from 'react'
import type { Course } from '../../catalogue/contract.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { ProgressBar } from '../../ui/controls/progress-bar.tsx'
import { tellLessonsLeft } from './lessons-left.ts'
import type { CourseProgress } from './use-progress.ts'

interface CourseProgressPanelProps {
  course: Course
  progress: CourseProgress | null
  isOwned: boolean
  /** The certificate was asked for before the end: opens the next lesson that is not complete. */
  onGoOn: () => void
}

/** The course's name, how far the learner has come in it, by which rule, and the certificate. */
export function CourseProgressPanel(props: CourseProgressPanelProps) {
  const { course, progress, isOwned, onGoOn } = props
  const isCompleted = progress?.completed ?? false
  const done = progress?.videos.filter(({ completed }) => completed).length ?? 0
  return (
    <div>
      <h1 className="text-2xl">{course.title}</h1>
      {progress !== null && progress.videos.length > 0 && (
        <div className="mt-3">
          <ProgressBar percent={progress.progress} label={`Progress in ${course.title}`} />
          <p className="mt-1 text-sm text-ink-soft">
            {isCompleted
              ? tellCompleted(progress.videos)
              : `${done} of ${progress.videos.length} lessons complete. A lesson counts as complete once 90% of it has played.`}
          </p>
        </div>
      )}
      {isOwned && <GetCertificate courseId={course.id} progress={progress} onGoOn={onGoOn} />}
    </div>
  )
}

/** Lessons that came later are an offer; the course stays completed. */
function tellCompleted(videos: CourseProgress['videos']): string {
  const added = videos.filter((video) => video.is_new).length
  if (added === 0) return 'You have completed this course.'
  return `You have completed this course. ${added === 1 ? '1 lesson is' : `${added} lessons are`} new since then.`
}

interface GetCertificateProps {
  courseId: string
  progress: CourseProgress | null
  onGoOn: () => void
}

/** Leads to the certificate; before the end it says what is left, and leads there. */
function GetCertificate({ courseId, progress, onGoOn }: GetCertificateProps) {
  const [isAskedFor, setIsAskedFor] = useState(false)
  const isCompleted = progress?.completed ?? false
  const left = progress && !isCompleted ? tellLessonsLeft(progress.videos) : null
  const answer = (event: MouseEvent) => {
    const isForNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (left === null || isForNewTab) return
    event.preventDefault()
    setIsAskedFor(true)
    onGoOn()
  }
  return (
    <>
      <LinkButton
        to={paths.certificate(courseId)}
        variant={isCompleted ? 'primary' : 'secondary'}
        className="mt-4 w-full"
        onClick={answer}
      >
        Get Certificate
      </LinkButton>
      {!isCompleted && (
        <p className="mt-1.5 text-center text-sm text-ink-soft">
          It is yours when every lesson is complete.
        </p>
      )}
      <output className="mt-1.5 block text-center font-medium empty:hidden">
        {isAskedFor && left !== null && `${left} The next one is open.`}
      </output>
    </>
  )
}
