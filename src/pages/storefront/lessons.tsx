import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import { chooseLesson } from '../../domains/learning/web/classroom/choose-lesson.ts'
import { CourseChangesHelp } from '../../domains/learning/web/classroom/course-changes-help.tsx'
import {
  CourseProgressPanel,
  GetCertificate,
} from '../../domains/learning/web/classroom/course-progress-panel.tsx'
import { CurrentLesson } from '../../domains/learning/web/classroom/current-lesson.tsx'
import { isNotDue, LessonOutline } from '../../domains/learning/web/classroom/lesson-outline.tsx'
import { reportProblem } from '../../domains/learning/web/classroom/report-problem.ts'
import type { CourseProgress } from '../../domains/learning/web/classroom/use-progress.ts'
import { usePlayerHandle } from '../../domains/learning/web/player/player-handle.ts'
import type { PlaybackReport } from '../../domains/learning/web/player/report-playback.ts'
import type { ListedQuiz } from '../../domains/quizzes/contract.ts'
import { quizzesLeft, quizzesLeftNotice } from '../../domains/quizzes/web/quizzes-left.ts'
import { reviewedFromPercent } from '../../domains/reviews/review-rules.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Prose } from '../../ui/prose.tsx'
import type { OpenTool } from './lesson-tools.tsx'
import { LockedOutline } from './locked-outline.tsx'

const PlanCalendar = lazy(() => import('../../domains/learning/web/classroom/plan-calendar.tsx'))
const LessonTools = lazy(() => import('./lesson-tools.tsx'))
const MyReview = lazy(() => import('../../domains/reviews/web/my-review.tsx'))

/** Which tool is open in this tab, also in the next lesson. */
const openToolKey = 'player_lesson_tool'

interface LessonsProps {
  course: Course
  /** Null: none is kept, or it could not be read. */
  progress: CourseProgress | null
  quizzes?: readonly ListedQuiz[]
  isOwned: boolean
  /** The number of the film that the page plays; undefined where that is the present one. */
  filmOf?: (videoId: string) => number | undefined
  onReport: (videoId: string, report: PlaybackReport) => void
  notice: ReactNode
}

/**
 * Player, outline and progress. The open lesson stands in the address, as `?lesson=`; who is led to a
 * second of it comes with `t`, who is led to something beside its film with `tool`.
 */
export function Lessons(props: LessonsProps) {
  const { course, progress, quizzes = [], isOwned, filmOf, onReport, notice } = props
  const [search, setSearch] = useSearchParams()
  const top = useRef<HTMLDivElement>(null)
  const videos = course.modules.flatMap((module) => module.videos)
  const due = videos.filter((video) => !isNotDue(video))
  const ids = due.map(({ id }) => id)
  // Chosen once: a lesson that becomes complete must not be taken away from under its player.
  const [first] = useState(() =>
    chooseLesson(ids, { askedFor: null, watched: progress?.videos ?? [] }),
  )
  const currentId = chooseLesson(ids, { askedFor: search.get('lesson') ?? first, watched: [] })
  const at = videos.findIndex(({ id }) => id === currentId)
  const current = videos[at]
  const dueAt = ids.indexOf(currentId ?? '')
  const following = videos[at + 1]
  const [hasChosen, setHasChosen] = useState(false)
  const { player, ref: playerRef } = usePlayerHandle()
  const [tool, setTool] = useState<OpenTool>(() => ({
    id: search.get('tool') ?? sessionStorage.getItem(openToolKey),
    timesAsked: 0,
  }))
  const askedFor = readSeconds(search.get('t'))
  const [known, setKnown] = useState<Led | null>(null)
  const keptLed = known?.lesson === currentId ? known : null
  const led = askedFor === null ? keptLed : { lesson: currentId, seconds: askedFor }
  if (led?.lesson !== known?.lesson || led?.seconds !== known?.seconds) setKnown(led)
  // Said once: who comes back to the address, or loads it anew, goes on where they stopped.
  const forgetSeconds = useEffectEvent(() => {
    const others = new URLSearchParams(search)
    others.delete('t')
    setSearch(others, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (askedFor !== null) forgetSeconds()
  }, [askedFor])
  const watched = progress?.videos.find(({ id }) => id === currentId)

  const openTool = (to: OpenTool) => {
    sessionStorage.setItem(openToolKey, to.id ?? '')
    setTool(to)
  }
  const choose = (lesson: string) => {
    setHasChosen(true)
    setTool((now) => ({ ...now, timesAsked: 0 })) // its panel takes the focus where it was asked for
    setSearch({ lesson }, { preventScrollReset: true })
    top.current?.scrollIntoView({ block: 'nearest' })
  }

  const unpassed = quizzesLeft(quizzes)
  const areAllComplete = progress?.videos.every(({ completed }) => completed) ?? false
  const quiz = due.find(({ id }) => unpassed.some(({ video_id }) => video_id === id))
  const left =
    areAllComplete && quiz
      ? {
          sentence: quizzesLeftNotice(unpassed.length),
          onOpen: () => {
            if (quiz.id !== currentId) choose(quiz.id)
            openTool({ id: 'quiz', timesAsked: tool.timesAsked + 1 })
          },
        }
      : null

  return (
    <div
      ref={top}
      className="page-width grid scroll-mt-4 gap-6 py-4 sm:py-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-10"
    >
      <div className="min-w-0">
        {current ? (
          <CurrentLesson
            key={current.id}
            course={course}
            video={current}
            place={t('Lesson {place} of {count}', { place: at + 1, count: videos.length })}
            startAtInSeconds={led?.seconds ?? watched?.position ?? 0}
            opensAtOnce={led !== null}
            player={playerRef}
            onOpenTool={(id) => openTool({ id, timesAsked: tool.timesAsked + 1 })}
            previous={due[dueAt - 1] ?? null}
            next={due[dueAt + 1] ?? null}
            nextOpens={following && isNotDue(following) ? following.opens_text : undefined}
            hasFocus={hasChosen}
            isOwned={isOwned}
            isCourseCompleted={progress?.completed ?? false}
            left={left}
            onReport={(report) => onReport(current.id, report)}
            onProblem={(problem) => {
              if (isOwned) void reportProblem({ courseId: course.id, videoId: current.id, problem })
            }}
            onChoose={choose}
          />
        ) : (
          <NoLessons opens={videos[0]?.opens_text} />
        )}
        {isOwned && current && watched && (
          <Suspense>
            <LessonTools
              course={course}
              video={current}
              film={filmOf?.(current.id) ?? watched.film}
              player={player}
              open={tool}
              onOpen={openTool}
            />
          </Suspense>
        )}
        <div className="mt-4 empty:hidden">{notice}</div>
      </div>
      <aside
        aria-label={t('Course outline')}
        className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        <CourseProgressPanel course={course} progress={progress} isOwned={isOwned} left={left} />
        {isOwned && (progress?.progress ?? 0) >= reviewedFromPercent && (
          <Suspense>
            <MyReview courseId={course.id} isCompleted={progress?.completed ?? false} />
          </Suspense>
        )}
        <h2 className="mt-6 mb-2 text-xl">{t('Lessons')}</h2>
        <div>
          {videos.length === 0 ? (
            <LockedOutline modules={course.modules} courseId={course.id} />
          ) : (
            <LessonOutline
              modules={course.modules}
              watched={progress?.videos ?? []}
              currentId={currentId}
              onChoose={choose}
            />
          )}
        </div>
        {isOwned && due.length < videos.length && (
          <Suspense>
            <PlanCalendar
              course={course}
              completed={progress?.videos.filter(({ completed }) => completed).length ?? 0}
            />
          </Suspense>
        )}
        {isOwned && !progress?.completed && (
          <GetCertificate
            courseId={course.id}
            isCompleted={false}
            needsQuizzes={unpassed.length > 0}
          />
        )}
      </aside>
      <section aria-labelledby="about-course" className="min-w-0">
        <h2 id="about-course" className="text-xl">
          {t('About this course')}
        </h2>
        <Prose html={course.description_html ?? ''} className="mt-2 max-w-text text-ink-soft" />
        <CourseChangesHelp />
      </section>
    </div>
  )
}

/** Somebody was led to this second of a lesson. */
interface Led {
  lesson: string | null
  seconds: number
}

/** Null: nobody is led anywhere. */
function readSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}

function NoLessons({ opens }: { opens: string | undefined }) {
  if (opens !== undefined) {
    return (
      <div className="grid aspect-video place-content-center rounded-lg border border-line bg-sheet p-6 text-center">
        <p className="font-display text-xl">{t('The first lesson is not open yet.')}</p>
        <p className="mt-2 text-ink-soft">{opens}</p>
      </div>
    )
  }
  return (
    <div className="grid aspect-video place-content-center rounded-lg border border-line bg-sheet p-6 text-center">
      <p className="font-display text-xl">{t('The lessons are on their way.')}</p>
      <p className="mt-2 text-ink-soft">{t('They appear here as soon as they are published.')}</p>
    </div>
  )
}
