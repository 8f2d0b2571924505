import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useRef } from 'react'
import { assignmentsQuery } from '../../domains/assignments/web/queries.ts'
import type { LessonPanelProps } from '../../domains/learning/web/classroom/lesson-panel.ts'
import { quizzesQuery } from '../../domains/quizzes/web/queries.ts'
import { QuizPrompt } from '../../domains/quizzes/web/quiz-prompt.tsx'
import { msg, t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { holdFocus } from '../../ui/layout/hold-focus.ts'

interface LessonTool {
  id: string
  label: string
  /** Fetched when it is opened. */
  Panel: LazyExoticComponent<ComponentType<LessonPanelProps>>
}

/** What there is to do beside a film, in this order. A panel more is an entry more. */
const tools: readonly LessonTool[] = [
  {
    id: 'notes',
    label: msg('Notes'),
    Panel: lazy(() => import('../../domains/notes/web/notes-panel.tsx')),
  },
  {
    id: 'questions',
    label: msg('Questions'),
    Panel: lazy(() => import('../../domains/discussion/web/questions-panel.tsx')),
  },
  {
    id: 'quiz',
    label: msg('Quiz'),
    Panel: lazy(() => import('../../domains/quizzes/web/quiz-panel.tsx')),
  },
  {
    id: 'assignment',
    label: msg('Assignment'),
    Panel: lazy(() => import('../../domains/assignments/web/assignment-panel.tsx')),
  },
  {
    id: 'keep',
    label: msg('Keep on this device'),
    Panel: lazy(() => import('../../domains/learning/web/offline/keep-panel.tsx')),
  },
]

/** Which one is open, and how often its key was pressed. */
export interface OpenTool {
  id: string | null
  timesAsked: number
}

interface LessonToolsProps extends Omit<LessonPanelProps, 'timesAsked'> {
  open: OpenTool
  onOpen: (tool: OpenTool) => void
}

/** Below the open lesson of an owned course: a row of buttons, each of which opens its panel. */
export default function LessonTools({ open, onOpen, ...panel }: LessonToolsProps) {
  const whole = useRef<HTMLElement>(null)
  const { data: quizzes } = useQuery(quizzesQuery(panel.course.id))
  const quiz = quizzes?.find(({ video_id: id }) => id === panel.video.id)
  const { data: assignments } = useQuery(assignmentsQuery(panel.course.id))
  // Of most lessons there is none; and only the academy's own films can be kept.
  const isOffered = {
    quiz: quiz !== undefined,
    assignment: assignments?.some(({ video_id: id }) => id === panel.video.id) ?? false,
    keep: panel.video.film !== undefined,
  }
  const offered = tools.filter(({ id }) => isOffered[id as keyof typeof isOffered] ?? true)
  const shown = offered.find(({ id }) => id === open.id)
  return (
    <section ref={whole} tabIndex={-1} aria-label={t('Beside the film')} className="mt-5">
      {quiz && (
        <QuizPrompt
          key={quiz.video_id}
          quiz={quiz}
          player={panel.player}
          onOpen={() => onOpen({ id: 'quiz', timesAsked: open.timesAsked + 1 })}
          onGoOn={() => holdFocus(whole.current)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {offered.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-expanded={id === shown?.id}
            aria-controls={`lesson-tool-${id}`}
            onClick={() => onOpen({ id: id === shown?.id ? null : id, timesAsked: 0 })}
            className="min-h-11 cursor-pointer rounded-md border border-line px-4 font-medium hover:bg-line aria-expanded:border-ink aria-expanded:bg-line"
          >
            {t(label)}
          </button>
        ))}
      </div>
      {shown && (
        <section
          key={`${shown.id} ${panel.video.id}`}
          id={`lesson-tool-${shown.id}`}
          aria-label={t(shown.label)}
          className="pt-4"
        >
          <Suspense fallback={<Skeleton label={t('Loading')} className="h-40" />}>
            <shown.Panel {...panel} timesAsked={open.timesAsked} />
          </Suspense>
        </section>
      )}
    </section>
  )
}
