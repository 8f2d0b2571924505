import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { TextField } from '../../ui/controls/text-field.tsx'

const pauseInMs = 300

interface PaymentSearchProps {
  /** What the table shows now. */
  searched: string
  onSearch: (text: string) => void
}

/** Searches on the server once the typing pauses. */
export function PaymentSearch({ searched, onSearch }: PaymentSearchProps) {
  const [text, setText] = useState(searched)
  const [lastSearched, setLastSearched] = useState(searched)
  const [asked, setAsked] = useState(searched)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // "Show all payments" empties the field as well. What is typed while a search is on its way stays.
  if (searched !== lastSearched) {
    setLastSearched(searched)
    setAsked(searched)
    if (searched !== asked) setText(searched)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setAsked(typed)
      onSearch(typed)
    }, pauseInMs)
  }

  return (
    <TextField
      label={t('Search payments')}
      type="search"
      placeholder={t('Name, e-mail, course, id or number')}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  )
}
