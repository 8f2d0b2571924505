import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className'> {
  /** Says "(optional)" beside the label. */
  isOptional?: boolean
}

/** A field of several lines that grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isOptional = false, id, rows = 3, ...area } = props
  return (
    <Field label={label} hint={hint} error={error} id={id} isRequired={!isOptional}>
      {(wiring) => (
        <textarea
          rows={rows}
          {...area}
          {...wiring}
          // Where the browser fits it to its text, rows say nothing.
          className={`${inputStyle} field-sizing-content ${rows > 3 ? 'min-h-32' : ''}`}
        />
      )}
    </Field>
  )
}
