import { formatDate } from '../../../shared/format-date.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import type { Question } from '../contract.ts'

/** A question in a list: what, where, by whom, and whether there is an answer. */
export function QuestionLine({
  question,
  onOpen,
}: {
  question: Question
  onOpen: (id: string) => void
}) {
  const { id, title, by, asked_at: askedAt, answers, at_second: second } = question
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="block w-full cursor-pointer py-3 text-start hover:bg-wash"
    >
      <span className="block font-medium wrap-anywhere">
        {question.is_removed ? t('Removed by its writer') : title}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft">
        {question.is_solved && <Badge tone="good">{t('Solved')}</Badge>}
        {question.hidden_because !== null && <Badge tone="plain">{t('Hidden')}</Badge>}
        <span>
          {answers === 0
            ? t('No answer yet')
            : t('{answers, plural, one {# answer} other {# answers}}', { answers })}
        </span>
        {second !== null && question.is_playable && <span>{formatTime(second)}</span>}
        <span>
          {!question.is_removed && `${by ?? t('A learner')}, `}
          {formatDate(askedAt)}
        </span>
      </span>
    </button>
  )
}
