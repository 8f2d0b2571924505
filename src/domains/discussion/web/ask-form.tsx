import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { exactTextOf, requiredTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import {
  beginQuestion,
  beginTry,
  forgetSent,
  keepWords,
  readKeptQuestion,
  slots,
} from './kept-words.ts'
import { questionsKey, similarQuestionsQuery } from './queries.ts'
import { QuestionLine } from './question-line.tsx'

interface AskFormProps {
  courseId: string
  videoId: string
  film: number
  readPosition: () => number
  onAsked: (id: string) => void
  /** A look at one that was asked before. */
  onLook: (id: string) => void
}

/** Asks of the lesson, or of the second at which its film stood; shows meanwhile who asked the like. */
export function AskForm({ courseId, videoId, film, readPosition, onAsked, onLook }: AskFormProps) {
  const client = useQueryClient()
  const [begun] = useState(
    () => readKeptQuestion(videoId) ?? beginQuestion(Math.floor(readPosition())),
  )
  const { second } = begun
  const [title, setTitle] = useState(begun.title)
  const written = useRef(begun)
  const keep = (form: FormData) => {
    written.current = {
      ...written.current,
      title: exactTextOf(form, 'title'),
      body: exactTextOf(form, 'body'),
      isAtSecond: form.get('at_second') !== null,
    }
    keepWords(slots.question(videoId), written.current)
  }
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) => {
      const words = {
        title: requiredTextOf(form, 'title', t('Please write your question.')),
        body: textOf(form, 'body'),
      }
      keep(form)
      written.current = beginTry(written.current)
      keepWords(slots.question(videoId), written.current)
      const isAtSecond = form.get('at_second') !== null
      return call('POST /courses/:course_id/questions', {
        params: { course_id: courseId },
        body: {
          id: written.current.id,
          video_id: videoId,
          film: isAtSecond ? film : null,
          at_second: isAtSecond ? second : null,
          ...words,
        },
      })
    },
    onSaved: async (asked, form) => {
      forgetSent(slots.question(videoId), asked.id)
      // It waits out of sight while its writer reads another question.
      if (form.isConnected && !form.closest('[hidden]')) onAsked(asked.id)
      await client.invalidateQueries({ queryKey: questionsKey })
    },
  })
  return (
    <form
      noValidate
      onSubmit={submit}
      // Beside the film only one thing is open at a time, and a quiz comes by itself.
      onChange={({ currentTarget }) => keep(new FormData(currentTarget))}
      className="grid gap-4"
    >
      <TextField
        label={t('Your question')}
        {...field('title')}
        maxLength={150}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Similar courseId={courseId} title={title} onLook={onLook} />
      <TextArea
        label={t('More about it')}
        {...field('body')}
        isOptional
        rows={4}
        maxLength={5_000}
        defaultValue={begun.body}
        hint={t('What you tried, what happened. **Bold**, lists and links work as in Markdown.')}
      />
      {second > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="at_second"
            defaultChecked={begun.isAtSecond}
            className="size-5 accent-ink"
          />
          {t('It is about the film at {time}', { time: formatTime(second) })}
        </label>
      )}
      <Alert tone="danger">{failure}</Alert>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {t('Ask')}
        </Button>
      </p>
    </form>
  )
}

const pauseInMs = 400

/** What was asked before that is like it. Read out once it is there; the keyboard stays where one writes. */
function Similar({
  courseId,
  title,
  onLook,
}: Pick<AskFormProps, 'courseId' | 'onLook'> & { title: string }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const wait = setTimeout(() => setTyped(title.trim()), pauseInMs)
    return () => clearTimeout(wait)
  }, [title])
  const { data } = useQuery({
    ...similarQuestionsQuery(courseId, typed),
    placeholderData: (last) => last,
  })
  const questions = typed.length < 4 ? [] : (data?.questions ?? [])
  return (
    <div aria-live="polite" className="empty:hidden">
      {questions.length > 0 && (
        <>
          <p className="text-sm font-medium">{t('Asked before:')}</p>
          <ul className="divide-y divide-line rounded-md bg-wash px-3">
            {questions.map((question) => (
              <li key={question.id}>
                <QuestionLine question={question} onOpen={onLook} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
