import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { newId } from '../../../../ui/drafting/new-id.ts'
import {
  type QuestionKind,
  type Quiz,
  type QuizQuestion,
  questionsAtMost,
  quizQuestion,
} from '../../quiz.ts'
import { GiftTransfer } from './gift-transfer.tsx'
import { NumberField } from './number-field.tsx'
import { QuestionEditor, questionKindNames } from './question-editor.tsx'

interface QuizEditorProps {
  courseId: string
  videoId: string
  quiz: Quiz
  /** What is wrong with a field below the quiz. */
  errorOf: (field: string) => string | undefined
  /** By which a field is found from the list of what needs attention. */
  idOf: (field: string) => string
  onChange: (quiz: Quiz | null) => void
}

/** The quiz of a lesson, as it is being written. */
export default function QuizEditor(props: QuizEditorProps) {
  const { courseId, videoId, quiz, errorOf, idOf, onChange } = props
  const { questions } = quiz
  const [kind, setKind] = useState<QuestionKind>('single')
  const set = (values: Partial<Quiz>) => onChange({ ...quiz, ...values })
  const setQuestions = (next: QuizQuestion[]) => set({ questions: next })
  const { data: figures } = useQuery({
    queryKey: ['quiz-figures', courseId, videoId],
    queryFn: () =>
      call('GET /admin/courses/:id/quizzes/:video_id/figures', {
        params: { id: courseId, video_id: videoId },
      }),
  })
  const move = (at: number, to: number) => {
    const question = questions[at]
    if (!question) return
    const others = questions.filter((_, place) => place !== at)
    setQuestions([...others.slice(0, to), question, ...others.slice(to)])
  }
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-3 sm:p-4">
      <legend className="px-1 font-medium">{t('Quiz')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          id={idOf('pass_mark')}
          label={t('Passed from (percent)')}
          value={quiz.pass_mark}
          error={errorOf('pass_mark')}
          onChange={(value) => set({ pass_mark: value ?? 70 })}
        />
        <NumberField
          id={idOf('tries')}
          label={t('Tries')}
          hint={t('0: as many as wanted.')}
          value={quiz.tries}
          error={errorOf('tries')}
          onChange={(value) => set({ tries: value ?? 0 })}
        />
        <NumberField
          id={idOf('drawn')}
          label={t('Questions of one try')}
          hint={t('Drawn from all below, in another order each time. 0: all of them.')}
          value={quiz.drawn}
          error={errorOf('drawn')}
          onChange={(value) => set({ drawn: value ?? 0 })}
        />
        <NumberField
          id={idOf('at_second')}
          label={t('At this second of the film')}
          hint={t('The film stops there and asks. Empty: after the lesson.')}
          isOptional
          value={quiz.at_second}
          error={errorOf('at_second')}
          onChange={(value) => set({ at_second: value })}
        />
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={quiz.counts_for_completion}
          onChange={(event) => set({ counts_for_completion: event.target.checked })}
          className="size-5 shrink-0 accent-ink"
        />
        <span>{t('The course is completed only by who has passed this quiz')}</span>
      </label>
      {errorOf('questions') !== undefined && (
        <p className="text-sm text-danger">{errorOf('questions')}</p>
      )}
      {questions.map((question, at) => (
        <QuestionEditor
          key={question.id ?? at}
          question={question}
          at={at}
          count={questions.length}
          figures={figures?.find(({ question_id: id }) => id === question.id)}
          errorOf={(field) => errorOf(`questions.${at}.${field}`)}
          idOf={(field) => idOf(`questions.${at}.${field}`)}
          onChange={(changed) =>
            setQuestions(questions.map((one, place) => (place === at ? changed : one)))
          }
          onMove={(to) => move(at, to)}
          onRemove={() => setQuestions(questions.filter((_, place) => place !== at))}
        />
      ))}
      {questions.length < questionsAtMost && (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            id={idOf('questions')}
            label={t('Kind of question')}
            options={Object.entries(questionKindNames).map(([value, label]) => ({
              value,
              label: t(label),
            }))}
            value={kind}
            onChange={(event) => setKind(event.target.value as QuestionKind)} // one of its options
          />
          <Button
            variant="secondary"
            onClick={() => setQuestions([...questions, quizQuestion.parse({ id: newId(), kind })])}
          >
            {t('Add question')}
          </Button>
        </div>
      )}
      <GiftTransfer
        questions={questions}
        onImport={(imported) =>
          setQuestions([...questions, ...imported.map((one) => ({ ...one, id: newId() }))])
        }
      />
      <div>
        <Button variant="quiet" size="small" onClick={() => onChange(null)}>
          {t('Remove the quiz')}
        </Button>
      </div>
    </fieldset>
  )
}
