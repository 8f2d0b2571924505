import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import type { Attempt, QuizState } from '../contract.ts'
import type { LessonOf } from './queries.ts'
import { QuestionField } from './question-field.tsx'
import { useAnswers } from './use-answers.ts'

interface OpenAttemptProps {
  of: LessonOf
  attempt: Attempt
  onSubmitted: (state: QuizState) => void
}

export function OpenAttempt({ of, attempt, onSubmitted }: OpenAttemptProps) {
  const { answers, isUnsent, give, sendAll } = useAnswers(of, attempt)
  const { questions } = attempt
  const open = questions.filter(
    ({ id, kind }) => kind !== 'order' && isEmpty(answers[id] ?? null),
  ).length
  const submit = useMutation({
    mutationFn: async () => {
      await sendAll()
      return call('POST /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/submit', {
        params: { course_id: of.courseId, video_id: of.videoId, attempt_id: attempt.id },
      })
    },
    onSuccess: onSubmitted,
  })
  return (
    // No form: Enter in one answer would hand in the others as they are.
    <div className="grid gap-4">
      {questions.map((question, at) => (
        <QuestionField
          key={question.id}
          question={question}
          place={t('Question {place} of {count}', { place: at + 1, count: questions.length })}
          answer={answers[question.id] ?? null}
          onAnswer={(answer) => give(question.id, answer)}
        />
      ))}
      <Alert tone="warning">
        {isUnsent &&
          t('Your answers are kept on this device and are sent as soon as there is a network.')}
      </Alert>
      <Alert tone="danger">{submit.error?.message}</Alert>
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton action={submit}>{t('Hand in')}</ActionButton>
        <output className="text-sm text-ink-soft">
          {open > 0 && t('{count} questions are not answered yet.', { count: open })}
        </output>
      </div>
    </div>
  )
}

function isEmpty(answer: Attempt['questions'][number]['answer']): boolean {
  return answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)
}
