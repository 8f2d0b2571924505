/** India keeps one time all year. */
const offset = '+05:30'
const offsetInMs = 5.5 * 3_600_000

/** What a `datetime-local` field shows of an instant in India: '2026-11-24T09:00'. */
export function toIndiaTime(instant: Date): string {
  return new Date(instant.getTime() + offsetInMs).toISOString().slice(0, 16)
}

/** The instant that was typed as a time in India, with its offset; null while it is none. */
export function fromIndiaTime(typed: string): string | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(typed)
  const iso = `${found?.[1] ?? ''}:00${offset}`
  const instant = new Date(iso)
  // A day that the month does not have rolls over into the next one.
  if (Number.isNaN(instant.getTime()) || toIndiaTime(instant) !== found?.[1]) return null
  return iso
}
