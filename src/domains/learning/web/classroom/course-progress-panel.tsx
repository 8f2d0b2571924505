import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { ProgressBar } from '../../../../ui/controls/progress-bar.tsx'
import type { Course } from '../../../catalogue/contract.ts'
import type { CourseProgress } from './use-progress.ts'

/** What is left where every lesson is complete, such as a quiz. */
export interface LeftToPass {
  sentence: string
  onOpen: () => void
}

interface CourseProgressPanelProps {
  course: Course
  progress: CourseProgress | null
  isOwned: boolean
  left: LeftToPass | null
}

/** The course's name, how far the learner has come in it, by which rule, and an earned certificate. */
export function CourseProgressPanel(props: CourseProgressPanelProps) {
  const { course, progress, isOwned, left } = props
  const isCompleted = progress?.completed ?? false
  const done = progress?.videos.filter(({ completed }) => completed).length ?? 0
  return (
    <div>
      <h1 className="text-2xl">{course.title}</h1>
      {progress !== null && progress.videos.length > 0 && (
        <div className="mt-3">
          <ProgressBar
            percent={progress.progress}
            label={t('Progress in {course}', { course: course.title })}
          />
          <p className="mt-1 text-sm text-ink-soft">
            {isCompleted && tellCompleted(progress.videos)}
            {!isCompleted &&
              left === null &&
              t(
                '{done, number} of {count, number} lessons complete. A lesson counts as complete once 90% of it has played.',
                { done, count: progress.videos.length },
              )}
            {!isCompleted && left !== null && (
              <>
                {t('Every lesson is complete.')} {left.sentence}{' '}
                <button
                  type="button"
                  className="text-link cursor-pointer py-3 lg:py-0"
                  onClick={left.onOpen}
                >
                  {t('Go to the quiz')}
                </button>
              </>
            )}
          </p>
        </div>
      )}
      {isOwned && isCompleted && <GetCertificate courseId={course.id} isCompleted />}
    </div>
  )
}

/** Lessons that came later are an offer; the course stays completed. */
function tellCompleted(videos: CourseProgress['videos']): string {
  const added = videos.filter((video) => video.is_new).length
  if (added === 0) return t('You have completed this course.')
  return t(
    'You have completed this course. {added, plural, one {# lesson is} other {# lessons are}} new since then.',
    { added },
  )
}

/** Leads to the certificate, which says itself what is left for it before the end. */
export function GetCertificate({
  courseId,
  isCompleted,
  needsQuizzes = false,
}: {
  courseId: string
  isCompleted: boolean
  needsQuizzes?: boolean
}) {
  return (
    <>
      <LinkButton
        to={paths.certificate(courseId)}
        variant={isCompleted ? 'primary' : 'secondary'}
        className="mt-4 w-full"
      >
        {t('Get Certificate')}
      </LinkButton>
      {!isCompleted && (
        <p className="mt-1.5 text-center text-sm text-ink-soft">
          {needsQuizzes
            ? t('It is yours when every lesson is complete and every quiz that counts is passed.')
            : t('It is yours when every lesson is complete.')}
        </p>
      )}
    </>
  )
}
