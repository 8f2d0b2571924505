import { formatTime } from '../../../shared/format-time.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { formatList } from '../../../ui/format-list.ts'
import { Prose } from '../../../ui/prose.tsx'
import type { QuizResult } from '../contract.ts'
import type { Answer } from '../grade.ts'

type Graded = QuizResult['questions'][number]

const verdicts = {
  right: { tone: 'good', label: msg('Right') },
  partly: { tone: 'waiting', label: msg('Right in part') },
  wrong: { tone: 'plain', label: msg('Wrong') },
} as const

interface QuizResultListProps {
  result: QuizResult
  onSeek: (second: number) => void
}

/** What was answered, what it was worth, and where the film explains it. */
export function QuizResultList({ result, onSeek }: QuizResultListProps) {
  return (
    <ol className="grid gap-4">
      {result.questions.map((question) => (
        <li key={question.id} className="rounded-md border border-line bg-sheet p-4">
          <GradedQuestion question={question} onSeek={onSeek} />
        </li>
      ))}
    </ol>
  )
}

function GradedQuestion({
  question,
  onSeek,
}: {
  question: Graded
  onSeek: (second: number) => void
}) {
  const { fraction, answer, right_answer: right, leads_to_second: second } = question
  const verdict = verdicts[fraction === 1 ? 'right' : fraction > 0 ? 'partly' : 'wrong']
  return (
    <>
      <Badge tone={verdict.tone}>{t(verdict.label)}</Badge>
      <div className="mt-2 font-medium wrap-anywhere">
        <Prose html={question.html} />
      </div>
      <p className="mt-2 wrap-anywhere">
        <span className="text-ink-soft">{t('Your answer:')} </span>
        {answer === null ? t('none') : sayAnswer(question, answer)}
      </p>
      {right !== null && fraction < 1 && (
        <p className="mt-1 wrap-anywhere">
          <span className="text-ink-soft">{t('Right answer:')} </span>
          {sayAnswer(question, right)}
        </p>
      )}
      <Prose html={question.explanation_html} className="mt-2 text-ink-soft" />
      {second !== null && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => onSeek(second)}>
          {t('See it explained at {time}', { time: formatTime(second) })}
        </Button>
      )}
    </>
  )
}

function sayAnswer({ kind, choices }: Graded, answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? t('True') : t('False')
  if (!Array.isArray(answer)) return answer === '' ? t('none') : answer
  if (answer.length === 0) return t('none')
  const names = answer.map((at) => choices[at] ?? '')
  return kind === 'order' ? names.join(' → ') : formatList(names)
}
