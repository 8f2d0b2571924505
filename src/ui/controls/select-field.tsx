import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'className'> {
  options: readonly { value: string; label: string }[]
}

export function SelectField({ label, hint, error, id, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(wiring) => (
        <select {...select} {...wiring} className={inputStyle}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
