import { useId } from 'react'

interface RadioChoicesProps<Value extends string> {
  legend: string
  choices: readonly { value: Value; label: string; hint?: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few choices that exclude each other, each with what it means. */
export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const { legend, choices, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid gap-1">
        {choices.map(({ value, label, hint }) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="mt-1 size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0">
              {label}
              {hint !== undefined && <span className="block text-sm text-ink-soft">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
