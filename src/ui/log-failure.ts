import { ApiError } from '../http/api-client.ts'

/** For who reads the browser's console: what was to be loaded, and why it was not. */
export function logFailure(what: string, error: unknown): void {
  const status = error instanceof ApiError ? ` (${error.status})` : ''
  console.error(`Not loaded: ${what}${status}`, error)
}
