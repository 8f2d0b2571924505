import type { DetailedError } from 'tus-js-client'

/** Whether an upload is tried again by itself: never what the academy refuses, which is told at once. */
export function isWorthAnotherTry({
  originalRequest: request,
  originalResponse: answer,
}: Pick<DetailedError, 'originalRequest' | 'originalResponse'>): boolean {
  const status = answer?.getStatus() ?? 0
  // Of an upload that goes on it says that more has arrived than was known here.
  const isBehind = status === 409 && request.getMethod() !== 'POST'
  const isLater = status < 400 || status >= 500 || status === 423 || isBehind
  return isLater && navigator.onLine
}
