import { formatDateTime, formatTimeOfDay } from '../../shared/format-date.ts'
import { dayInIndia } from '../../shared/india-time.ts'

/** '4:10 pm' of today, in Indian time; with the date if it was another day. */
export function formatSavedAt(iso: string, now = new Date()): string {
  return dayInIndia(new Date(iso)) === dayInIndia(now) ? formatTimeOfDay(iso) : formatDateTime(iso)
}
