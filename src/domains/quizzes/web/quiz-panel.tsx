import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { QuizState } from '../contract.ts'
import { OpenAttempt } from './open-attempt.tsx'
import { quizQuery, quizzesQuery } from './queries.ts'
import { QuizResultList } from './quiz-result.tsx'

/** The quiz of the open lesson: its rules, the try that is open, or how the last one went. */
export default function QuizPanel({ course, video, player, timesAsked }: LessonPanelProps) {
  const of = { courseId: course.id, videoId: video.id }
  const client = useQueryClient()
  const query = quizQuery(of)
  const { data: state, error, refetch } = useQuery(query)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = state !== undefined
  useEffect(() => {
    if (isThere && timesAsked > 0) heading.current?.focus()
  }, [isThere, timesAsked])
  const show = (next: QuizState) => {
    client.setQueryData(query.queryKey, next)
    heading.current?.focus()
  }
  const start = useMutation({
    mutationFn: () =>
      call('POST /courses/:course_id/videos/:video_id/quiz/attempts', {
        params: { course_id: course.id, video_id: video.id },
      }),
    onSuccess: async () => {
      player.pause()
      await refetch()
      heading.current?.focus()
    },
  })
  const trouble = error && (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      }
    >
      {error.message}
    </Alert>
  )
  // An open try and a result stay, also when they could not be fetched anew.
  if (trouble && !state) return trouble
  if (!state) return <Skeleton label={t('Loading')} className="h-40" />
  const { open, last } = state
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {open ? t('Quiz: try {number}', { number: open.number }) : t('Quiz')}
      </h3>
      {open ? (
        <OpenAttempt
          key={open.id}
          of={of}
          attempt={open}
          onSubmitted={(next) => {
            show(next)
            void client.invalidateQueries(quizzesQuery(course.id))
            void client.invalidateQueries({ queryKey: ['progress', course.id] })
            void client.invalidateQueries({ queryKey: ['my-courses'] })
          }}
        />
      ) : (
        <>
          {trouble}
          {last && (
            <Alert
              tone={last.passed ? 'success' : 'warning'}
              isUrgent
              detail={t('{score}% right; {mark}% are needed.', {
                score: Math.floor(last.score + 1e-6),
                mark: last.pass_mark,
              })}
            >
              {last.passed ? t('You have passed.') : t('Not passed this time.')}
            </Alert>
          )}
          <p className="text-ink-soft">{describeRules(state)}</p>
          <Alert tone="danger">{start.error?.message}</Alert>
          {state.tries_left !== 0 && (
            <div>
              <ActionButton
                variant={state.passed_at === null ? 'primary' : 'secondary'}
                action={start}
              >
                {last ? t('Try again') : t('Start the quiz')}
              </ActionButton>
            </div>
          )}
          {last && <QuizResultList result={last} onSeek={player.seek} />}
        </>
      )}
    </div>
  )
}

function describeRules(state: QuizState): string {
  const { question_count: count, pass_mark: mark } = state
  const sentences = [
    t('Questions: {count}. Who gets {mark}% right has passed.', { count, mark }),
    ...(state.passed_at !== null ? [t('You have passed it already; that stays so.')] : []),
    ...(state.passed_at === null && state.is_new
      ? [t('It is new: your completed course stays completed.')]
      : []),
    ...(state.passed_at === null && !state.is_new && state.counts_for_completion
      ? [t('The course is completed only when it is passed.')]
      : []),
    ...(state.tries_left === null ? [] : [t('Tries left: {count}.', { count: state.tries_left })]),
  ]
  return sentences.join(' ')
}
