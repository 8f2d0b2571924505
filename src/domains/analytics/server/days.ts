import { addDays } from '../../../shared/india-time.ts'

export interface Days {
  /** Both included, YYYY-MM-DD. */
  from: string
  to: string
}

export interface PartOfDays extends Days {
  /** So many minutes of the last day count, from midnight in India; null: all of it. */
  minutesOfLastDay: number | null
}

/** The day before, until the same time of day. */
export function yesterdayUntil(today: string, minute: number): PartOfDays {
  const day = addDays(today, -1)
  return { from: day, to: day, minutesOfLastDay: minute }
}

/** From the first of a day's month until that day. */
export function monthUntil(today: string): Days {
  return { from: `${today.slice(0, 8)}01`, to: today }
}

/** The month before, until the same day and time; all of it where it has no such day. */
export function monthBeforeUntil(today: string, minute: number): PartOfDays {
  const last = addDays(monthUntil(today).from, -1)
  const from = `${last.slice(0, 8)}01`
  const to = `${last.slice(0, 8)}${today.slice(8)}`
  if (to > last) return { from, to: last, minutesOfLastDay: null }
  return { from, to, minutesOfLastDay: minute }
}
