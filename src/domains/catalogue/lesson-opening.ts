import { indiaAheadOfUtcInMs } from '../../shared/india-time.ts'
import type { LessonOpening, OpeningRule } from './contract.ts'

/** A lesson as the plan of its course sees it. */
export interface PlannedLesson {
  id: string
  /** At its place in the course; null: at once. */
  opening: LessonOpening | null
  earlier: readonly EarlierOpening[]
}

/** What held until a publication changed it; null: open at once. */
export interface EarlierOpening {
  opening: LessonOpening | null
  /** An instant. */
  until: string
}

/** What a learner has done and was given of a course. */
export interface LearnerStanding {
  /** When the course was theirs for the first time: giving it back and buying it again changes nothing. */
  startedAt: Date
  /** By lesson, also of those that left the course. */
  completedAt: ReadonlyMap<string, Date>
  /** Lessons of which something was played. */
  begun: ReadonlySet<string>
  /** What staff let them into, and when. */
  early: ReadonlyMap<string, Date>
}

/** An instant, which may be over; or open whatever the time is; or not before another lesson is completed. */
export type OpensAt = Date | 'open' | 'after_previous'

const dayInMs = 24 * 3_600_000
/** Answers that were given while a publication was being written, or are kept for half a minute. */
const graceInMs = 60_000

/**
 * When a lesson opens for a learner: by its rule, by what staff gave them, whichever is sooner. What they
 * have begun, and what an earlier rule had opened before it was changed, is open for good.
 */
export function opensAt(lesson: PlannedLesson, learner: LearnerStanding): OpensAt {
  if (learner.begun.has(lesson.id) || learner.completedAt.has(lesson.id)) return 'open'
  if (lesson.earlier.some((earlier) => hadOpened(earlier, learner))) return 'open'
  const byRule = openingTime(lesson.opening, learner)
  const early = learner.early.get(lesson.id)
  if (byRule === 'open' || early === undefined) return byRule
  return byRule === 'after_previous' || early < byRule ? early : byRule
}

export function isDue(opens: OpensAt, now: Date): boolean {
  return opens === 'open' || (opens !== 'after_previous' && opens <= now)
}

/** For whom had the course when the rule was changed, and whom it had let in by then. */
function hadOpened({ opening, until }: EarlierOpening, learner: LearnerStanding): boolean {
  const end = new Date(until)
  if (learner.startedAt > end) return false
  return isDue(openingTime(opening, learner), new Date(end.getTime() + graceInMs))
}

function openingTime(
  opening: LessonOpening | null,
  { startedAt, completedAt }: Pick<LearnerStanding, 'startedAt' | 'completedAt'>,
): OpensAt {
  switch (opening?.kind) {
    case undefined:
      return 'open'
    case 'date':
      return inIndia(Date.parse(opening.date), opening.hour)
    case 'days':
      return new Date(startedAt.getTime() + opening.days * dayInMs)
    case 'after':
      return completedAt.get(opening.video_id) ?? 'after_previous'
    case 'weekdays':
      return nthWeekday(opening, startedAt)
  }
}

/** The nth of those days whose hour comes after the instant. */
function nthWeekday(
  { weekdays, hour, nth }: Extract<LessonOpening, { kind: 'weekdays' }>,
  startedAt: Date,
): Date {
  const each = new Set(weekdays)
  const weeks = Math.floor((nth - 1) / each.size)
  let left = nth - weeks * each.size
  let day = dayOf(startedAt) + weeks * 7 * dayInMs
  const after = startedAt.getTime() + weeks * 7 * dayInMs
  for (;;) {
    if (each.has(new Date(day).getUTCDay() || 7) && inIndia(day, hour).getTime() > after) left -= 1
    if (left === 0) return inIndia(day, hour)
    day += dayInMs
  }
}

/** The day in India as the instant at which it begins in Greenwich. */
function dayOf(instant: Date): number {
  return Math.floor((instant.getTime() + indiaAheadOfUtcInMs) / dayInMs) * dayInMs
}

function inIndia(day: number, hour: number): Date {
  return new Date(day + hour * 3_600_000 - indiaAheadOfUtcInMs)
}

/** The rules of a course's lessons, in course order, each at its place. Lessons free to see are always open. */
export function placeOpenings(
  lessons: readonly { id: string; isPreview: boolean; opens: OpeningRule | null | undefined }[],
): Map<string, LessonOpening | null> {
  const placed = new Map<string, LessonOpening | null>()
  let run = { key: '', length: 0 }
  let previousId: string | null = null
  for (const { id, isPreview, opens } of lessons) {
    const rule = isPreview ? null : (opens ?? null)
    if (rule?.kind === 'weekdays') {
      const key = `${rule.weekdays.join()} ${rule.hour}`
      run = { key, length: run.key === key ? run.length + 1 : 1 }
      placed.set(id, { ...rule, nth: run.length })
    } else {
      if (!isPreview) run = { key: '', length: 0 }
      const isAfter = rule?.kind === 'after_previous'
      const after = previousId === null ? null : { kind: 'after' as const, video_id: previousId }
      placed.set(id, isAfter ? after : rule)
    }
    previousId = id
  }
  return placed
}
