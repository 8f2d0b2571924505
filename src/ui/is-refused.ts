import { ApiError } from '../http/api-client.ts'

/** The academy's own "no"; silence, a proxy's page and a server in trouble may pass. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return code !== 'unknown' && status >= 400 && status < 500 && status !== 429
}
