/**
 * True where somebody's account was joined to another while something was done in it. Known by the code of a
 * broken reference: its sentence depends on the database's language.
 */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isGone =
    'code' in error &&
    error.code === '23503' &&
    'detail' in error &&
    /\busers\b/.test(String(error.detail))
  return isGone || isAccountGone(error.cause)
}
