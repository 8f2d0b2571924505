import { addDays, dayInIndia, startOfDay } from '../../shared/india-time.ts'

export const remindedBy = ['none', 'mail', 'push'] as const
export type RemindedBy = (typeof remindedBy)[number]

/** A learner's own week. Days are days in India, YYYY-MM-DD. */
export interface StudyPlan {
  /** 1 is Monday. */
  weekdays: readonly number[]
  hour: number
  remindedBy: RemindedBy
  /** The first day that counts. */
  since: string
  /** What held before, the oldest first, each until the day on which others held. */
  earlier: readonly { weekdays: readonly number[]; until: string }[]
}

const hourInMs = 3_600_000
/** An academy that was away reminds nobody in the night. */
const lateByMostInMs = 2 * hourInMs

export function isToBeReminded(
  plan: StudyPlan,
  {
    hasPlayedToday,
    now,
    remindedOn,
  }: { hasPlayedToday: boolean; now: Date; remindedOn: string | null },
): boolean {
  const today = dayInIndia(now)
  if (plan.remindedBy === 'none' || hasPlayedToday) return false
  if (remindedOn === today) return false
  if (!plan.weekdays.includes(weekdayOf(today))) return false
  const lateByInMs = now.getTime() - hourOf(plan, today).getTime()
  return lateByInMs >= 0 && lateByInMs <= lateByMostInMs
}

/** The next hour of a planned day, after an instant. */
export function nextHour(plan: Pick<StudyPlan, 'weekdays' | 'hour'>, after: Date): Date {
  let day = dayInIndia(after)
  while (!plan.weekdays.includes(weekdayOf(day)) || hourOf(plan, day) <= after) {
    day = addDays(day, 1)
  }
  return hourOf(plan, day)
}

/** So many planned days are played between two that are forgiven. */
const betweenForgiven = 7

/**
 * How many planned days in a row something was played on, counted back from today. A missed one is
 * forgiven, unless another is missed before it with fewer than seven played between: there the row
 * begins. Days that were not planned neither add nor break, and today is not missed before it is over.
 * So playing more never makes it shorter.
 */
export function streak(plan: StudyPlan, played: ReadonlySet<string>, today: string): number {
  let count = 0
  let sinceForgiven = betweenForgiven
  for (let day = today; day >= plan.since; day = addDays(day, -1)) {
    if (!isPlanned(plan, day)) continue
    if (played.has(day)) {
      count += 1
      sinceForgiven += 1
    } else if (day !== today) {
      if (sinceForgiven < betweenForgiven) break
      sinceForgiven = 0
    }
  }
  return count
}

/** By the weekdays that held on that day. */
export function isPlanned(
  { weekdays, earlier }: Pick<StudyPlan, 'weekdays' | 'earlier'>,
  day: string,
): boolean {
  const held = earlier.find(({ until }) => day < until)?.weekdays ?? weekdays
  return held.includes(weekdayOf(day))
}

const changesKept = 100

/** Another choice of days counts from today on. */
export function changeWeekdays(
  { weekdays, earlier }: Pick<StudyPlan, 'weekdays' | 'earlier'>,
  chosen: readonly number[],
  today: string,
): StudyPlan['earlier'] {
  const isSame = weekdays.join() === chosen.join()
  if (isSame || earlier.at(-1)?.until === today) return earlier
  return [...earlier, { weekdays, until: today }].slice(-changesKept)
}

function hourOf({ hour }: Pick<StudyPlan, 'hour'>, day: string): Date {
  return new Date(startOfDay(day).getTime() + hour * hourInMs)
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}
