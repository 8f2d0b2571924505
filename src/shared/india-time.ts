/** India has one time all the year. */
export const indiaAheadOfUtcInMs = 5.5 * 3_600_000
const dayInMs = 24 * 3_600_000

/** For files: 2026-11-22 14:05:09. */
export function writeInIndia(instant: Date): string {
  return clockInIndia(instant).slice(0, 19).replace('T', ' ')
}

/** What a `datetime-local` field shows: 2026-11-24T09:00. */
export function toIndiaTime(instant: Date): string {
  return clockInIndia(instant).slice(0, 16)
}

/** The same instant: 2026-11-22T14:05:09.123+05:30. A column that holds a day takes the day in India out of it. */
export function toIndiaOffset(instant: Date): string {
  return clockInIndia(instant).replace('Z', '+05:30')
}

/** The instant that was typed as a time in India, with its offset; null while it is none. */
export function fromIndiaTime(typed: string): string | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(typed)
  const iso = `${found?.[1] ?? ''}:00+05:30`
  const instant = new Date(iso)
  // A day that the month does not have rolls over into the next one.
  if (Number.isNaN(instant.getTime()) || toIndiaTime(instant) !== found?.[1]) return null
  return iso
}

/** The day of an instant, today unless one is given, YYYY-MM-DD. */
export function dayInIndia(instant = new Date()): string {
  return clockInIndia(instant).slice(0, 10)
}

/** The instant at which a day begins. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayInIndia(new Date(startOfDay(day).getTime() + days * dayInMs))
}

const [morning, evening] = [8 * 60, 21 * 60]

/** Eight in the morning: today's, or once that is over tomorrow's. */
export function nextMorning(now: Date): Date {
  return new Date(lastTimeAt(morning, now).getTime() + dayInMs)
}

/** From nine in the evening to eight in the morning. */
export function isNight(instant: Date): boolean {
  const minute = minuteInIndia(instant)
  return minute < morning || minute >= evening
}

/** How many minutes of its day have passed at an instant. */
export function minuteInIndia(instant: Date): number {
  return Math.floor(((instant.getTime() + indiaAheadOfUtcInMs) % dayInMs) / 60_000)
}

/** When it was this minute of the day, the last time. */
export function lastTimeAt(minute: number, now: Date): Date {
  const offsetInMs = minute * 60_000 - indiaAheadOfUtcInMs
  return new Date(Math.floor((now.getTime() - offsetInMs) / dayInMs) * dayInMs + offsetInMs)
}

/** The financial year (April to March), e.g. `2627`. */
export function financialYearOf(at: Date): string {
  const [year = 0, month = 0] = dayInIndia(at).split('-').map(Number)
  const startYear = year - (month < 4 ? 1 : 0)
  return [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
}

/** The moment itself, or the one nearest to it that is of a financial year, e.g. `2627`. */
export function keepInFinancialYear(at: Date, year: string): Date {
  const [from, end] = [year.slice(0, 2), year.slice(2)].map((digits) =>
    startOfDay(`20${digits}-04-01`).getTime(),
  )
  return new Date(Math.min(Math.max(at.getTime(), from ?? 0), (end ?? 0) - 1))
}

/** 2026-11-22T14:05:09.123Z, where Z is India. */
function clockInIndia(instant: Date): string {
  return new Date(instant.getTime() + indiaAheadOfUtcInMs).toISOString()
}
