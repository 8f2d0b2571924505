import { formatDateTime } from '../../../ui/format.ts'

const timeZone = 'Asia/Kolkata'
const time = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone,
})
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'short', timeZone })

/** '4:10 pm' of today, in Indian time; with the date if it was another day. */
export function formatSavedAt(iso: string, now = new Date()): string {
  const then = new Date(iso)
  return day.format(then) === day.format(now) ? time.format(then) : formatDateTime(iso)
}
