import { perLanguage } from './i18n/language.ts'

// Apart from `india-time.ts`: every visitor loads this, and staff alone the other.
export const indiaTimeZone = 'Asia/Kolkata'

const dateTime = perLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: true,
      timeZone: indiaTimeZone,
    }),
)

const longDate = perLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: indiaTimeZone,
    }),
)

/** For people: '21 Nov 2026, 02:35 pm'. */
export function formatDateTime(instant: string | Date): string {
  return dateTime().format(new Date(instant))
}

/** For people: '21 November 2026'. */
export function formatDate(instant: string | Date): string {
  return longDate().format(new Date(instant))
}

/** For people: '2:35 pm'. */
export function formatTimeOfDay(instant: string | Date): string {
  return formatDateTime(instant).replace(/.*\D0?(?=\d+:)/, '')
}
