import { addDays } from '../desk/india-days.ts'

export interface Days {
  /** Both included, YYYY-MM-DD. */
  from: string
  to: string
}

export function yesterdayOf(today: string): Days {
  const day = addDays(today, -1)
  return { from: day, to: day }
}

/** From the first of a day's month until that day. */
export function monthUntil(today: string): Days {
  return { from: `${today.slice(0, 8)}01`, to: today }
}

/** As many days of the month before, or all of it where it is shorter. */
export function sameDaysOfMonthBefore(today: string): Days {
  const last = addDays(monthUntil(today).from, -1)
  const to = `${last.slice(0, 8)}${today.slice(8)}`
  return { from: `${last.slice(0, 8)}01`, to: to < last ? to : last }
}
