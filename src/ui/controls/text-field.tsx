import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className'> {
  /** Says "(optional)" beside the label. */
  isOptional?: boolean
}

/** A one-line field. Takes everything an `<input>` takes, so `{...register('name')}` fits. */
export function TextField({
  label,
  hint,
  error,
  isOptional = false,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} isRequired={!isOptional}>
      {(wiring) => (
        <input
          type="text"
          dir={/email|tel|url/.test(input.type ?? '') ? 'ltr' : undefined}
          {...input}
          {...wiring}
          className={inputStyle}
        />
      )}
    </Field>
  )
}
