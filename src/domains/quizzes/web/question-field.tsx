import { useId, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { OrderButtons } from '../../../ui/controls/order-buttons.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Prose } from '../../../ui/prose.tsx'
import type { Attempt } from '../contract.ts'
import type { Answer } from '../grade.ts'

type Asked = Attempt['questions'][number]

interface QuestionFieldProps {
  question: Asked
  /** Such as 'Question 2 of 5'. */
  place: string
  answer: Answer | null
  onAnswer: (answer: Answer) => void
}

/** A question of an open try, with what it is answered by. */
export function QuestionField({ question, place, answer, onAnswer }: QuestionFieldProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={`${id}-place ${id}-text`}
      className="rounded-md border border-line bg-sheet p-4"
    >
      <h4 id={`${id}-place`} className="text-sm text-ink-soft tabular-nums">
        {place}
      </h4>
      <div id={`${id}-text`} className="mt-1 font-medium wrap-anywhere">
        <Prose html={question.html} />
      </div>
      <div className="mt-3">
        <Answering question={question} answer={answer} onAnswer={onAnswer} />
      </div>
    </fieldset>
  )
}

function Answering({ question, answer, onAnswer }: Omit<QuestionFieldProps, 'place'>) {
  const { kind, choices } = question
  const name = useId()
  const chosen = Array.isArray(answer) ? answer : []
  if (kind === 'number' || kind === 'short_text') {
    return (
      <TextField
        label={t('Your answer')}
        maxLength={500}
        autoComplete="off"
        value={typeof answer === 'string' ? answer : ''}
        onChange={(event) => onAnswer(event.target.value)}
      />
    )
  }
  if (kind === 'order') {
    return (
      <OrderField
        choices={choices}
        order={chosen.length === choices.length ? chosen : [...choices.keys()]}
        onChange={onAnswer}
      />
    )
  }
  const isTrueFalse = kind === 'true_false'
  const labels = isTrueFalse ? [t('True'), t('False')] : choices
  return (
    <>
      {kind === 'several' && (
        <p className="text-sm text-ink-soft">{t('Several answers may be right.')}</p>
      )}
      {labels.map((label, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two answers may read alike
        <label key={at} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type={kind === 'several' ? 'checkbox' : 'radio'}
            name={name}
            checked={isTrueFalse ? answer === (at === 0) : chosen.includes(at)}
            onChange={(event) => {
              if (isTrueFalse) onAnswer(at === 0)
              else if (kind === 'single') onAnswer([at])
              else
                onAnswer(
                  event.target.checked ? [...chosen, at] : chosen.filter((one) => one !== at),
                )
            }}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
    </>
  )
}

interface OrderFieldProps {
  choices: string[]
  order: number[]
  onChange: (order: number[]) => void
}

/** By buttons, so that it goes without a mouse; each move is said. */
function OrderField({ choices, order, onChange }: OrderFieldProps) {
  const [said, setSaid] = useState('')
  const move = (at: number, to: number) => {
    const item = order[at]
    if (item === undefined) return
    const others = order.filter((_, place) => place !== at)
    onChange([...others.slice(0, to), item, ...others.slice(to)])
    setSaid(t('“{item}” is now at place {place}.', { item: choices[item] ?? '', place: to + 1 }))
  }
  return (
    <>
      <ol className="grid gap-2">
        {order.map((item, at) => (
          <li
            key={item}
            className="flex flex-wrap items-center gap-2 rounded-sm border border-line px-3 py-1"
          >
            <span className="min-w-0 grow wrap-anywhere">
              <span className="text-ink-soft tabular-nums">{at + 1}. </span>
              {choices[item]}
            </span>
            <span className="ms-auto flex">
              <OrderButtons
                noun={`“${choices[item]}”`}
                at={at}
                count={order.length}
                onMove={(to) => move(at, to)}
              />
            </span>
          </li>
        ))}
      </ol>
      <output className="sr-only">{said}</output>
    </>
  )
}
