/** Why something failed, for a sentence to end with. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const text = cause instanceof Error ? cause.message || cause.name : String(cause)
  const short = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  return /[.!?]$/.test(short) ? short : `${short}.`
}
