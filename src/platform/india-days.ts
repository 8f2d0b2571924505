/** India has one time all the year. */
export const indiaAheadOfUtcInMs = 5.5 * 3_600_000
const dayInMs = 24 * 3_600_000

/** The day of an instant in India, YYYY-MM-DD. */
export function dayInIndia(instant: Date): string {
  return new Date(instant.getTime() + indiaAheadOfUtcInMs).toISOString().slice(0, 10)
}

/** How many minutes of its day have passed at an instant in India. */
export function minuteInIndia(instant: Date): number {
  return Math.floor(((instant.getTime() + indiaAheadOfUtcInMs) % dayInMs) / 60_000)
}

/** The instant at which a day begins in India. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayInIndia(new Date(startOfDay(day).getTime() + days * dayInMs))
}

/** An instant as an Indian reads it, for files: 2026-11-22 14:05:09. */
export function writeInIndia(instant: Date): string {
  return new Date(instant.getTime() + indiaAheadOfUtcInMs)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
}
