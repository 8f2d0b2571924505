import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { readNumber } from '../../../../shared/read-number.ts'
import { TextField } from '../../../../ui/controls/text-field.tsx'

interface NumberFieldProps {
  id: string
  label: string
  hint?: string
  isOptional?: boolean
  value: number | null
  error: string | undefined
  /** 'text' where it may be negative: pads for numbers have no minus on some phones. */
  inputMode?: 'text'
  /** Null: the field is empty. What is no number is told at the field, and the former value stays. */
  onChange: (value: number | null) => void
}

/** A number as it is typed: '3.' on the way to '3.5' stays, and so does an emptied field, as long as one types. */
export function NumberField({ value, onChange, hint, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  /** The value that held when what is typed was no number any more. */
  const [held, setHeld] = useState<number | null | undefined>(undefined)
  const isUnreadable = held === value
  const number = typed === null ? null : readNumber(typed)
  const isTyped = isUnreadable || number === value || (number === null && isFocused)
  return (
    <TextField
      inputMode="decimal"
      {...field}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      maxLength={30}
      value={(isTyped ? typed : null) ?? String(value ?? '')}
      error={isUnreadable ? t('Please enter a number.') : field.error}
      onFocus={() => setIsFocused(true)}
      onBlur={() => {
        setIsFocused(false)
        if (number !== value && !isUnreadable) setTyped(null)
      }}
      onChange={({ target }) => {
        const next = readNumber(target.value)
        const isNone = next === null && target.value.trim() !== ''
        setTyped(target.value)
        setHeld(isNone ? value : undefined)
        if (!isNone) onChange(next)
      }}
    />
  )
}
