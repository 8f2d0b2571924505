import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { hideReasonLabels } from '../../../shared/hide-reasons.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { holdFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { requiredTextOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { Answer, OpenQuestion } from '../contract.ts'
import {
  beginTry,
  beginWords,
  forgetSent,
  isAsSent,
  keepWords,
  readKept,
  slots,
} from './kept-words.ts'
import { OwnWords } from './own-words.tsx'
import { questionQuery, questionsKey } from './queries.ts'

interface QuestionViewProps {
  id: string
  /** The open lesson: only its film can be led to. Left out in the office. */
  lessonId?: string
  onSeek?: (second: number) => void
  /** The reader has removed a question that nobody had answered. */
  onGone?: () => void
  /** What staff may do besides, with the question or with an answer. */
  Work?: ComponentType<{ question: OpenQuestion; answer: Answer | null }>
}

/** A question with its answers, and a place for one more. */
export function QuestionView({ id, lessonId, onSeek, onGone, Work }: QuestionViewProps) {
  const found = useInfiniteQuery(questionQuery(id))
  const whole = useRef<HTMLElement>(null)
  // An answer that is being written stays, also when the question could not be fetched anew.
  if (found.isLoadingError) return <LoadFailure sentence={found.error.message} of={found} />
  const [question] = found.data?.pages ?? []
  if (!question) return <Skeleton label={t('Loading the question')} className="h-64" />
  const Heading = Work ? 'h2' : 'h3' // below the lesson's own, or that of the office
  const answers = found.data?.pages.flatMap((page) => page.shown_answers) ?? []
  const holdPlace = () => holdFocus(whole.current)
  return (
    <article ref={whole} tabIndex={-1} className="outline-none">
      <Heading className="text-xl wrap-anywhere">
        {question.is_removed ? t('Removed by its writer') : question.title}{' '}
        {question.is_solved && <Badge tone="good">{t('Solved')}</Badge>}
      </Heading>
      <Place question={question} lessonId={lessonId} onSeek={onSeek} />
      {question.hidden_because !== null && <HiddenNote reason={question.hidden_because} />}
      <Prose html={question.html} className="mt-2 wrap-anywhere" />
      <Acts question={question} answer={null} isOfStaff={Work !== undefined} />
      <OwnWords question={question} answer={null} onRemoved={holdPlace} onGone={onGone} />
      {Work && <Work question={question} answer={null} />}
      <ul className="mt-5 grid gap-5">
        {answers.map((answer) => (
          <li key={answer.id} className="border-s-2 border-line ps-4">
            <ShownAnswer answer={answer} />
            <Acts question={question} answer={answer} isOfStaff={Work !== undefined} />
            <OwnWords question={question} answer={answer} onRemoved={holdPlace} />
            {Work && <Work question={question} answer={answer} />}
          </li>
        ))}
      </ul>
      <ShowMore found={found} />
      {question.may_write && !question.is_removed && (
        <AnswerForm key={question.id} id={question.id} />
      )}
      {!question.may_write && (
        <p className="mt-5 text-ink-soft">
          {t('You can read here, but not write any more. Please write to us if that is a mistake.')}
        </p>
      )}
    </article>
  )
}

/** Who asked, and where; the second of another lesson, or of an earlier film, is told and leads nowhere. */
function Place({
  question,
  lessonId,
  onSeek,
}: {
  question: OpenQuestion
  lessonId: string | undefined
  onSeek: QuestionViewProps['onSeek']
}) {
  const { at_second: second, is_playable: isPlayable, video_id: videoId } = question
  const leads = onSeek && second !== null && isPlayable && videoId === lessonId
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft">
      <span className="wrap-anywhere">
        {!question.is_removed && `${question.by ?? t('A learner')}, `}
        {formatDate(question.asked_at)}
      </span>
      {question.is_edited && <Edited />}
      {videoId !== lessonId && (
        <span className="wrap-anywhere">
          {t('Lesson: {lesson}', { lesson: question.lesson_title })}
        </span>
      )}
      {leads && (
        <button
          type="button"
          className="text-link min-h-11 cursor-pointer lg:min-h-0"
          onClick={() => onSeek(second)}
        >
          {t('Play from {time}', { time: formatTime(second) })}
        </button>
      )}
      {!leads && second !== null && (
        <span>
          {isPlayable
            ? t('At {time}', { time: formatTime(second) })
            : t('At {time} of an earlier film', { time: formatTime(second) })}
        </span>
      )}
    </p>
  )
}

function Edited() {
  return <span className="text-sm text-ink-soft">{t('edited')}</span>
}

function HiddenNote({ reason }: { reason: NonNullable<Answer['hidden_because']> }) {
  return (
    <p className="mt-1 text-sm">
      {t('Hidden from others: {reason}', { reason: t(hideReasonLabels[reason]) })}
    </p>
  )
}

function ShownAnswer({ answer }: { answer: Answer }) {
  const { html, by, is_teachers: isTeachers, hidden_because: reason } = answer
  if (answer.is_removed && reason === null) {
    return <p className="text-sm text-ink-soft">{t('Removed by its writer')}</p>
  }
  if (reason !== null && html === '') {
    return (
      <p className="text-sm text-ink-soft">
        {t('An answer was hidden: {reason}', { reason: t(hideReasonLabels[reason]) })}
      </p>
    )
  }
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium wrap-anywhere">{by ?? t('A learner')}</span>
        {isTeachers && <Badge tone="good">{t('Teacher')}</Badge>}
        <span className="text-sm text-ink-soft">{formatDate(answer.written_at)}</span>
        {answer.is_edited && <Edited />}
      </p>
      {reason !== null && <HiddenNote reason={reason} />}
      <Prose html={html} className="mt-1 wrap-anywhere" />
    </>
  )
}

/** What a reader may do: mark as solved, and tell the academy of what should not stand there. */
function Acts({
  question,
  answer,
  isOfStaff,
}: {
  question: OpenQuestion
  answer: Answer | null
  /** Who can hide does not report. */
  isOfStaff: boolean
}) {
  const client = useQueryClient()
  const acts = useRef<HTMLParagraphElement>(null)
  const report = useMutation({
    mutationFn: () =>
      call('POST /questions/:id/report', {
        params: { id: question.id },
        body: { answer_id: answer?.id ?? null },
      }),
    onSuccess: () => holdFocus(acts.current),
  })
  const solve = useMutation({
    mutationFn: () =>
      call('PUT /questions/:id/solved', {
        params: { id: question.id },
        body: { is_solved: !question.is_solved },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: questionsKey }),
  })
  const { is_own: isOwn, is_removed: isRemoved, hidden_because: reason } = answer ?? question
  const said = report.data?.message ?? report.error?.message ?? solve.error?.message
  return (
    <p ref={acts} tabIndex={-1} className="mt-2 flex flex-wrap gap-x-2 outline-none">
      {answer === null && question.may_solve && (
        <ActionButton variant="secondary" size="small" action={solve}>
          {question.is_solved ? t('Not solved after all') : t('Mark as solved')}
        </ActionButton>
      )}
      {!isOwn && !isOfStaff && !isRemoved && reason === null && !report.isSuccess && (
        <ActionButton variant="quiet" size="small" className="-ms-3" action={report}>
          {t('Report')}
        </ActionButton>
      )}
      <output className="text-sm text-ink-soft empty:hidden">{said}</output>
    </p>
  )
}

function AnswerForm({ id }: { id: string }) {
  const client = useQueryClient()
  const slot = slots.answer(id)
  const [written, setWritten] = useState(() => ({ ...beginWords(), ...readKept(slot) }))
  const write = (words: typeof written) => {
    setWritten(words)
    keepWords(slot, words)
    return words
  }
  const { submit, isBusy, isSaved, field, failure } = useSaveForm({
    save: async (form) => {
      const body = requiredTextOf(form, 'body', t('Please write an answer.'))
      const { id: answerId } = write(beginTry(written))
      await call('POST /questions/:id/answers', { params: { id }, body: { id: answerId, body } })
      return answerId
    },
    onSaved: async (answerId) => {
      forgetSent(slot, answerId)
      setWritten((now) => (isAsSent(now, answerId) ? beginWords() : now))
      await client.invalidateQueries({ queryKey: questionsKey })
    },
  })
  return (
    <form noValidate onSubmit={submit} className="mt-6 grid gap-3">
      <TextArea
        label={t('Your answer')}
        {...field('body')}
        rows={4}
        maxLength={5_000}
        value={written.body}
        onChange={({ target }) => write({ ...written, body: target.value })}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          {t('Answer')}
        </Button>
        <output className="text-sm text-ink-soft">{isSaved && t('Your answer is there.')}</output>
      </p>
    </form>
  )
}
