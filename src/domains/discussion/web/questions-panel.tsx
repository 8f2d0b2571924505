import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import { AskForm } from './ask-form.tsx'
import { readKeptQuestion } from './kept-words.ts'
import { questionsQuery } from './queries.ts'
import { QuestionLine } from './question-line.tsx'
import { QuestionView } from './question-view.tsx'

type Shown =
  | { kind: 'list' }
  | { kind: 'ask' }
  /** From asking: one that was asked before; what is written waits for the way back. */
  | { kind: 'question'; id: string; isFromAsking?: boolean }
const scopes = ['lesson', 'course', 'own'] as const

/** Below the open lesson: what was asked, a question with its answers, or a new one. */
export default function QuestionsPanel(props: LessonPanelProps) {
  const { course, video, film, player } = props
  const ledTo = useSearchParams()[0].get('question')
  const [shown, setShown] = useState<Shown>(() =>
    ledTo === null
      ? { kind: readKeptQuestion(video.id) === null ? 'list' : 'ask' }
      : { kind: 'question', id: ledTo },
  )
  const [scope, setScope] = useState<(typeof scopes)[number]>('lesson')
  const top = useRef<HTMLDivElement>(null)
  // Whoever goes on by keyboard finds themselves where the new part begins.
  const show = (next: Shown) => {
    setShown(next)
    top.current?.focus({ preventScroll: true })
  }
  const { data } = useInfiniteQuery(questionsQuery({ courseId: course.id, videoId: video.id }))
  useEffect(() => {
    const questions = data?.pages.flatMap((page) => page.questions) ?? []
    player.mark(
      'questions',
      questions.flatMap(({ id, at_second: at, title, is_playable, is_removed }) =>
        at !== null && is_playable && !is_removed
          ? [{ id, at, text: title, kind: t('Question') }]
          : [],
      ),
    )
    return () => player.mark('questions', [])
  }, [player, data])
  const open = (id: string) => show({ kind: 'question', id })
  const isFromAsking = shown.kind === 'question' && shown.isFromAsking === true
  const goBack = () => show({ kind: isFromAsking ? 'ask' : 'list' })
  return (
    <div ref={top} tabIndex={-1} className="max-w-text outline-none">
      {shown.kind !== 'list' && (
        <Button variant="quiet" size="small" className="-ms-3 mb-2" onClick={goBack}>
          {isFromAsking ? t('Back to what you were writing') : t('Back to the questions')}
        </Button>
      )}
      {(shown.kind === 'ask' || isFromAsking) && (
        <div hidden={isFromAsking}>
          <AskForm
            courseId={course.id}
            videoId={video.id}
            film={film}
            readPosition={player.readPosition}
            onAsked={open}
            onLook={(id) => show({ kind: 'question', id, isFromAsking: true })}
          />
        </div>
      )}
      {shown.kind === 'question' && (
        <QuestionView
          key={shown.id}
          id={shown.id}
          lessonId={video.id}
          onSeek={(second) => player.seek(second)}
          onGone={goBack}
        />
      )}
      {shown.kind === 'list' && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div className="min-w-0 grow basis-48 sm:max-w-64">
              <SelectField
                label={t('Show')}
                options={[
                  { value: 'lesson', label: t('Questions of this lesson') },
                  { value: 'course', label: t('Questions of the whole course') },
                  { value: 'own', label: t('What I have asked') },
                ]}
                value={scope}
                onChange={({ target }) =>
                  setScope(scopes.find((one) => one === target.value) ?? 'lesson')
                }
              />
            </div>
            <Button onClick={() => show({ kind: 'ask' })}>{t('Ask a question')}</Button>
          </div>
          <QuestionList
            courseId={course.id}
            videoId={scope === 'lesson' ? video.id : undefined}
            isOwn={scope === 'own'}
            onOpen={open}
          />
        </>
      )}
    </div>
  )
}

interface QuestionListProps {
  courseId: string
  videoId: string | undefined
  isOwn: boolean
  onOpen: (id: string) => void
}

function QuestionList({ onOpen, ...of }: QuestionListProps) {
  const found = useInfiniteQuery(questionsQuery(of))
  const trouble = found.isError && (
    <LoadFailure sentence={t('The questions cannot be shown right now.')} of={found} />
  )
  if (found.isLoadingError) return trouble
  if (!found.data) return <Skeleton label={t('Loading the questions')} className="mt-4 h-40" />
  const questions = found.data.pages.flatMap((page) => page.questions)
  if (questions.length === 0) {
    return (
      <p className="mt-4 text-ink-soft">
        {of.isOwn
          ? t('You have not asked anything in this course yet.')
          : t('Nobody has asked anything here yet.')}
      </p>
    )
  }
  return (
    <>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionLine question={question} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {trouble}
      <ShowMore found={found} />
    </>
  )
}
