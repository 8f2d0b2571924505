const timeZone = 'Asia/Kolkata'

const dateTime = new Intl.DateTimeFormat('en-IN', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
  timeZone,
})

const longDate = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
})

/** An instant in Indian time, e.g. '21 Nov 2026, 02:35 pm'. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso))
}

/** A day in Indian time, e.g. '21 November 2026'. */
export function formatDate(iso: string): string {
  return longDate.format(new Date(iso))
}

/** The first characters of a long id and '...'; a short id stays whole. */
export function shortenId(id: string, length: number): string {
  return id.length <= length ? id : `${id.slice(0, length)}...`
}
