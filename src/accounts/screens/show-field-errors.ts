import { ApiError } from '../../http/api-client.ts'
import type { Form } from './use-form.ts'

/**
 * Puts the server's complaints beside the fields they are about. False if there are none, or one is
 * about something the form does not show.
 */
export function showFieldErrors<Values>(
  { setError, focus }: Pick<Form<Values>, 'setError' | 'focus'>,
  names: readonly (keyof Values & string)[],
  error: unknown,
): boolean {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false
  const found = error.errors.map(({ path, message }) => ({
    name: names.find((name) => name === path),
    message,
  }))
  for (const { name, message } of found) {
    if (name !== undefined) setError(name, message)
  }
  const [first] = found
  if (first?.name !== undefined) focus(first.name)
  return found.every(({ name }) => name !== undefined)
}
