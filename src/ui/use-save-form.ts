import type { FormEvent } from 'react'
import { ApiError } from '../http/api-client.ts'
import { useMutation } from '../http/web/use-mutation.ts'
import { t } from '../shared/i18n/translate.ts'
import { fromIndiaTime } from '../shared/india-time.ts'
import { readNumber } from '../shared/read-number.ts'

interface Save<Answer> {
  save: (form: FormData) => Promise<Answer>
  onSaved?: (answer: Answer, form: HTMLFormElement) => unknown
}

/** A form that is sent as it stands; what the server finds wrong is told at its field. */
export function useSaveForm<Answer>({ save, onSaved }: Save<Answer>) {
  const mutation = useMutation({
    mutationFn: (form: HTMLFormElement) => save(new FormData(form)),
    ...(onSaved && { onSuccess: onSaved }),
  })
  const error = mutation.error instanceof ApiError ? mutation.error : null
  return {
    isBusy: mutation.isPending,
    isSaved: mutation.isSuccess,
    /** To the last try; undefined: there is none. */
    answer: mutation.data,
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
    /** What is said of no field. */
    failure: mutation.error && !error?.errors.length ? mutation.error.message : null,
  }
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
  if (number === null) throw fieldError(name, t('Please enter a number.'))
  return number
}

/** A day and time as typed into a form, which is Indian; undefined: left blank. */
export function instantOf(form: FormData, name: string): string | undefined {
  const text = textOf(form, name)
  return text === '' ? undefined : (fromIndiaTime(text) ?? text)
}

/** As the server says what is wrong with a field. */
function fieldError(name: string, message: string): ApiError {
  return new ApiError(400, { detail: message, errors: [{ path: name, message }] })
}
