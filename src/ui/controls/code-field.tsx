import type { ClipboardEvent, ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { inputStyle } from './input-style.ts'

interface CodeFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'type'> {
  digits?: number
}

/** A mailed code: phones offer it from the message, and a paste with spaces or words works. */
export function CodeField({ label, hint, error, id, digits = 6, ...input }: CodeFieldProps) {
  const pasteDigits = (event: ClipboardEvent<HTMLInputElement>) => {
    const found = event.clipboardData.getData('text').replaceAll(/\D/g, '').slice(0, digits)
    if (found === '') return
    event.preventDefault()
    typeInto(event.currentTarget, found)
  }
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(wiring) => (
        <input
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={digits}
          {...input}
          {...wiring}
          type="text"
          onPaste={pasteDigits}
          className={`${inputStyle} max-w-56 text-2xl tracking-[0.35em] tabular-nums`}
        />
      )}
    </Field>
  )
}

/** As if typed: React and form libraries hear of it by the event, whoever holds the value. */
function typeInto(input: HTMLInputElement, text: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
