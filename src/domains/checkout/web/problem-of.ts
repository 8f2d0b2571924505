import { ApiError } from '../../../http/api-client.ts'

/** The server's sentence where it said no, as to support in somebody's account. Null: it is a failure. */
export function problemOf(error: Error | null): string | null {
  return error instanceof ApiError && error.status === 403 ? error.message : null
}
