import type { ResponseOf } from '../../../../http/endpoint.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { OrderButtons } from '../../../../ui/controls/order-buttons.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { RowsField } from '../../../../ui/drafting/rows-field.tsx'
import type { readQuizFigures } from '../../contract.ts'
import type { QuestionKind, QuizQuestion } from '../../quiz.ts'
import { NumberField } from './number-field.tsx'

export const questionKindNames: Record<QuestionKind, string> = {
  single: msg('One right answer'),
  several: msg('Several right answers'),
  true_false: msg('True or false'),
  number: msg('A number'),
  order: msg('Put in order'),
  short_text: msg('A short text'),
}

interface Fields {
  errorOf: (field: string) => string | undefined
  idOf: (field: string) => string
}

interface QuestionEditorProps extends Fields {
  question: QuizQuestion
  /** Counted from 0. */
  at: number
  count: number
  figures: ResponseOf<typeof readQuizFigures>[number] | undefined
  onChange: (question: QuizQuestion) => void
  onMove: (to: number) => void
  onRemove: () => void
}

export function QuestionEditor(props: QuestionEditorProps) {
  const { question, at, count, figures, errorOf, idOf, onChange, onMove, onRemove } = props
  const number = at + 1
  return (
    <fieldset className="grid gap-3 border-t border-line pt-2">
      <legend className="pe-2 font-medium">
        {t('Question {number}: {kind}', { number, kind: t(questionKindNames[question.kind]) })}
      </legend>
      {figures && figures.tries > 0 && (
        <p className="text-sm text-ink-soft">{tellFigures(figures)}</p>
      )}
      <TextArea
        id={idOf('text')}
        label={t('Question')}
        hint={t('Markdown, also code and pictures.')}
        maxLength={4000}
        value={question.text}
        error={errorOf('text')}
        onChange={(event) => onChange({ ...question, text: event.target.value })}
      />
      <Answers question={question} errorOf={errorOf} idOf={idOf} onChange={onChange} />
      <TextArea
        id={idOf('explanation')}
        label={t('Explanation')}
        isOptional
        hint={t('Markdown, shown once the try was handed in.')}
        maxLength={4000}
        value={question.explanation}
        error={errorOf('explanation')}
        onChange={(event) => onChange({ ...question, explanation: event.target.value })}
      />
      <NumberField
        id={idOf('leads_to_second')}
        label={t('Explained at this second of the film')}
        isOptional
        value={question.leads_to_second}
        error={errorOf('leads_to_second')}
        onChange={(value) => onChange({ ...question, leads_to_second: value })}
      />
      <div className="flex flex-wrap gap-2">
        <OrderButtons
          noun={t('question {number}', { number })}
          at={at}
          count={count}
          onMove={onMove}
        />
        <Button variant="quiet" size="small" onClick={onRemove}>
          {t('Remove question {number}', { number })}
        </Button>
      </div>
    </fieldset>
  )
}

function tellFigures({
  tries,
  share_right: share,
  median_seconds: seconds,
}: NonNullable<QuestionEditorProps['figures']>): string {
  if (share === null) return t('Tried {tries} times: figures come from five tries on.', { tries })
  const right = t('{percent}% right of {tries} tries', { percent: Math.round(share * 100), tries })
  return seconds === null
    ? right
    : t('{right}, half of them within {seconds} seconds', { right, seconds: Math.round(seconds) })
}

interface AnswersProps extends Fields {
  question: QuizQuestion
  onChange: (question: QuizQuestion) => void
}

function Answers({ question, errorOf, idOf, onChange }: AnswersProps) {
  switch (question.kind) {
    case 'single':
    case 'several':
      return (
        <>
          <Fault>{errorOf('options')}</Fault>
          <RowsField
            id={idOf('options')}
            legend={t('Answers to choose from')}
            noun={t('answer')}
            rows={question.options}
            limit={12}
            makeRow={() => ({ text: '', is_right: false })}
            onChange={(options) => onChange({ ...question, options })}
          >
            {(option, at, change) => (
              <>
                <TextField
                  id={idOf(`options.${at}.text`)}
                  label={t('Answer {number}', { number: at + 1 })}
                  maxLength={500}
                  value={option.text}
                  error={errorOf(`options.${at}.text`)}
                  onChange={(event) => change({ text: event.target.value })}
                />
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    checked={option.is_right}
                    onChange={(event) => change({ is_right: event.target.checked })}
                    className="size-5 shrink-0 accent-ink"
                  />
                  <span>{t('Right')}</span>
                </label>
              </>
            )}
          </RowsField>
        </>
      )
    case 'true_false':
      return (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={question.is_true}
            onChange={(event) => onChange({ ...question, is_true: event.target.checked })}
            className="size-5 shrink-0 accent-ink"
          />
          <span>{t('It is true')}</span>
        </label>
      )
    case 'number':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField
            id={idOf('value')}
            label={t('Right number')}
            inputMode="text"
            value={question.value}
            error={errorOf('value')}
            onChange={(value) => onChange({ ...question, value })}
          />
          <NumberField
            id={idOf('tolerance')}
            label={t('May differ by')}
            value={question.tolerance}
            error={errorOf('tolerance')}
            onChange={(value) => onChange({ ...question, tolerance: value ?? 0 })}
          />
        </div>
      )
    case 'order':
      return (
        <Lines
          id={idOf('items')}
          label={t('Items, one a line, in the right order')}
          lines={question.items}
          limit={12}
          error={errorOf('items')}
          onChange={(items) => onChange({ ...question, items })}
        />
      )
    case 'short_text':
      return (
        <Lines
          id={idOf('accepted')}
          label={t('Accepted answers, one a line')}
          hint={t('Capitals and extra spaces do not count.')}
          lines={question.accepted}
          limit={20}
          error={errorOf('accepted')}
          onChange={(accepted) => onChange({ ...question, accepted })}
        />
      )
  }
}

function Fault({ children }: { children: string | undefined }) {
  return children === undefined ? null : <p className="text-sm text-danger">{children}</p>
}

interface LinesProps {
  id: string
  label: string
  hint?: string
  lines: string[]
  limit: number
  error: string | undefined
  onChange: (lines: string[]) => void
}

function Lines({ lines, limit, onChange, ...field }: LinesProps) {
  return (
    <TextArea
      {...field}
      rows={4}
      value={lines.join('\n')}
      onChange={(event) =>
        onChange(event.target.value === '' ? [] : event.target.value.split('\n').slice(0, limit))
      }
    />
  )
}
