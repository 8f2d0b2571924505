/**
 * Of what a program of PostgreSQL printed before it gave up, the one line that says why. Null if none does.
 */
export function findReason(printed: string): string | null {
  if (/No space left on device/.test(printed)) return 'there is no space left on the disk'
  const lines = printed.split('\n')
  const line = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line))
  return line?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? null
}
