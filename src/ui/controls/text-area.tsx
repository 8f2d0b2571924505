import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className'> {
  /** Says "(optional)" beside the label. */
  isOptional?: boolean
}

/** A field of several lines that grows with its text. */
export function TextArea({ label, hint, error, isOptional = false, id, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} isRequired={!isOptional}>
      {(wiring) => (
        <textarea rows={3} {...area} {...wiring} className={`${inputStyle} field-sizing-content`} />
      )}
    </Field>
  )
}
