import { type FormEvent, useRef } from 'react'
import { ApiError } from '../http/api-client.ts'
import { useMutation } from '../http/web/use-mutation.ts'
import { msg, t } from '../shared/i18n/translate.ts'
import { fromIndiaTime } from '../shared/india-time.ts'
import { readNumber } from '../shared/read-number.ts'

const noNumber = msg('Please enter a number.')
/** What is said of a field of this type that is neither blank nor filled in. */
const halfTyped: Record<string, string> = {
  date: msg('Please give a date.'),
  'datetime-local': msg('Please give a date and a time.'),
  number: noNumber,
}

interface Save<Answer> {
  /** `earlier`: the answer to a save that was still under way at this press. */
  save: (form: FormData, earlier?: Answer) => Promise<Answer>
  /** `isAsSent`: nothing was typed or chosen on since the press. */
  onSaved?: (answer: Answer, form: HTMLFormElement, isAsSent: boolean) => unknown
}

/** A form that is sent as it stands; what the server finds wrong is told at its field. */
export function useSaveForm<Answer>({ save, onSaved }: Save<Answer>) {
  const last = useRef<Promise<Answer | undefined>>(undefined)
  const mutation = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      refuseHalfTyped(form)
      const [sent, typed, underWay] = [wordsOf(form), new FormData(form), last.current]
      const answer = underWay ? underWay.then((earlier) => save(typed, earlier)) : save(typed)
      const known: typeof underWay = answer
        .catch(() => underWay)
        .finally(() => {
          if (last.current === known) last.current = undefined
        })
      last.current = known
      return { sent, answer: await answer }
    },
    onSuccess: ({ sent, answer }, form) => onSaved?.(answer, form, wordsOf(form) === sent),
  })
  const error = mutation.error instanceof ApiError ? mutation.error : null
  return {
    isBusy: mutation.isPending,
    isSaved: mutation.isSuccess,
    /** To the last try; undefined: there is none. */
    answer: mutation.data?.answer,
    /** The server's "no" to the last try. */
    error,
    /** What was said of the last try. */
    forget: mutation.reset,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      mutation.mutate(event.currentTarget)
    },
    /** Of the first of these fields about which there is something to say. */
    errorAt: (...paths: string[]) => error?.messageAt(...paths),
    /** For a field: its name, and what there is to say about it. */
    field: (name: string) => ({ name, error: error?.messageAt(name) }),
    /** What is said of no field. */
    failure: mutation.error && !error?.errors.length ? mutation.error.message : null,
  }
}

function wordsOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)])
}

export function textOf(form: FormData, name: string): string {
  return exactTextOf(form, name).trim()
}

/** Left blank it is refused right here, as the server would: nothing is sent. */
export function requiredTextOf(form: FormData, name: string, message: string): string {
  const text = textOf(form, name)
  if (text === '') throw fieldError(name, message)
  return text
}

/** As typed, with its spaces: of a password. */
export function exactTextOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Undefined: left blank; what is no number is refused right here. */
export function numberOf(form: FormData, name: string): number | undefined {
  const text = textOf(form, name)
  if (text === '') return undefined
  const number = readNumber(text)
  if (number === null) throw fieldError(name, t(noNumber))
  return number
}

/** A day and time as typed into a form, which is Indian; undefined: left blank. */
export function instantOf(form: FormData, name: string): string | undefined {
  const text = textOf(form, name)
  return text === '' ? undefined : (fromIndiaTime(text) ?? text)
}

/** A day without its time has the value of a field that was left blank. */
function refuseHalfTyped(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.validity.badInput) continue
    const message = halfTyped[field.type]
    if (message !== undefined && field.name !== '') throw fieldError(field.name, t(message))
  }
}

/** As the server says what is wrong with a field. */
function fieldError(name: string, message: string): ApiError {
  return new ApiError(400, { detail: message, errors: [{ path: name, message }] })
}
