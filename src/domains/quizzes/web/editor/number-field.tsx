import { useState } from 'react'
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
  /** Null: the field is empty, or holds no number. */
  onChange: (value: number | null) => void
}

/** A number as it is typed: '3.' on the way to '3.5' stays, and so does an emptied field, as long as one types. */
export function NumberField({ value, onChange, hint, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const number = typed === null ? null : readNumber(typed)
  const isTyped = typed !== null && (number === value || (number === null && isFocused))
  return (
    <TextField
      inputMode="decimal"
      {...field}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      maxLength={30}
      value={isTyped ? typed : String(value ?? '')}
      onFocus={() => setIsFocused(true)}
      onBlur={() => {
        setIsFocused(false)
        if (number !== value) setTyped(null)
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readNumber(event.target.value))
      }}
    />
  )
}
