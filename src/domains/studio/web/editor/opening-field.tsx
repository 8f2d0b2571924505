import { useState } from 'react'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../../shared/india-time.ts'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import type { OpeningRule } from '../../../catalogue/contract.ts'
import { NumberField } from '../../../quizzes/web/editor/number-field.tsx'
import { fieldId } from './panel-frame.tsx'

type Kind = OpeningRule['kind'] | 'at_once'

const kinds: Record<Kind, string> = {
  at_once: msg('At once'),
  date: msg('On a day'),
  days: msg('So many days after buying'),
  after_previous: msg('After the lesson before is completed'),
  weekdays: msg('One after the other, on days of the week'),
}
const weekdays = [
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
  msg('Sunday'),
]

interface OpeningFieldProps {
  value: OpeningRule | undefined
  errorOf: (field: string) => string | undefined
  onChange: (value: OpeningRule | undefined) => void
}

/** When a lesson opens for who has the course. */
export function OpeningField({ value, errorOf, onChange }: OpeningFieldProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        id={fieldId('opens')}
        label={t('Opens')}
        value={value?.kind ?? 'at_once'}
        options={Object.entries(kinds).map(([kind, label]) => ({ value: kind, label: t(label) }))}
        error={errorOf('opens')}
        hint={t('For whom a lesson is open already it stays open.')}
        onChange={(event) => onChange(beginRule(event.target.value))}
      />
      {value?.kind === 'date' && (
        <DayField
          value={value.date}
          error={errorOf('opens.date')}
          onChange={(date) => onChange({ ...value, date })}
        />
      )}
      {value?.kind === 'days' && (
        <NumberField
          id={fieldId('opens.days')}
          label={t('Days after buying')}
          value={value.days}
          error={errorOf('opens.days')}
          onChange={(typed) => {
            const days = Math.min(1000, Math.max(1, Math.round(typed ?? value.days)))
            if (days !== value.days) onChange({ ...value, days })
          }}
        />
      )}
      {value?.kind === 'weekdays' && (
        <fieldset>
          <legend className="font-medium">{t('Days of the week')}</legend>
          <div className="mt-1 flex flex-wrap gap-x-4">
            {weekdays.map((name, at) => (
              <label key={name} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  checked={value.weekdays.includes(at + 1)}
                  onChange={() => onChange({ ...value, weekdays: toggle(value.weekdays, at + 1) })}
                  className="size-5 shrink-0 accent-ink"
                />
                {t(name)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {(value?.kind === 'date' || value?.kind === 'weekdays') && (
        <SelectField
          id={fieldId('opens.hour')}
          label={t('Hour in India')}
          value={value.hour}
          options={Array.from({ length: 24 }, (_, hour) => ({
            value: `${hour}`,
            label: `${hour}:00`,
          }))}
          onChange={(event) => onChange({ ...value, hour: Number(event.target.value) })}
        />
      )}
    </div>
  )
}

interface DayFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** What is typed stays though it is no day yet: 31 while the month that is shown has 30. */
function DayField({ value, error, onChange }: DayFieldProps) {
  /** The day that held when what is typed was none any more. */
  const [before, setBefore] = useState<string | null>(null)
  const isIncomplete = before === value
  return (
    <TextField
      id={fieldId('opens.date')}
      label={t('Day')}
      type="date"
      required
      value={isIncomplete ? '' : value}
      error={isIncomplete ? t('Please enter a day.') : error}
      onChange={({ target }) => {
        setBefore(target.value === '' ? value : null)
        if (target.value !== '') onChange(target.value)
      }}
    />
  )
}

function beginRule(kind: string): OpeningRule | undefined {
  switch (kind) {
    case 'date':
      return { kind, date: dayInIndia(), hour: 10 }
    case 'days':
      return { kind, days: 7 }
    case 'after_previous':
      return { kind }
    case 'weekdays':
      return { kind, weekdays: [1], hour: 10 }
    default:
      return undefined
  }
}

/** One of them stays. */
function toggle(chosen: readonly number[], day: number): number[] {
  const rest = chosen.filter((one) => one !== day)
  const toggled = rest.length < chosen.length ? rest : [...rest, day].toSorted((a, b) => a - b)
  return toggled.length === 0 ? [...chosen] : toggled
}
