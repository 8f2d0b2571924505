import { isDeepStrictEqual } from 'node:util'
import { formatDate } from '../../../shared/format-date.ts'
import { startOfDay } from '../../../shared/india-time.ts'
import { formatRupees } from '../../../shared/money.ts'
import type { OpeningRule } from '../../catalogue/contract.ts'
import type { CourseRow, LessonRow, Publication } from '../../catalogue/server/publish-course.ts'
import type { Change } from '../contract.ts'
import { courseFieldNames, courseFields } from '../course-fields.ts'
import type { CourseDetails } from '../course-input.ts'
import { detailsOf } from './course-columns.ts'

const states: Record<CourseRow['state'], string> = {
  draft: 'a draft',
  on_sale: 'on sale',
  unlisted: 'unlisted: for sale to whom you give the link',
  off_sale: 'off sale',
}

/** What changes of the course itself, a sentence each. */
export function describeDetails(before: CourseRow, after: Publication['course']): Change[] {
  const texts: string[] = []
  if (before.state !== after.state) texts.push(`The course is now ${states[after.state]}.`)
  if (before.state === 'draft') return texts.map(asChange) // before there was nothing to differ from
  const [old, now] = [detailsOf(before), detailsOf(after)]
  for (const name of courseFieldNames) {
    if (isDeepStrictEqual(old[name], now[name])) continue
    texts.push(`The ${courseFields[name].noun} changes${tellBoth(name, old, now)}.`)
  }
  return texts.map(asChange)
}

function tellBoth(name: keyof CourseDetails, old: CourseDetails, now: CourseDetails): string {
  if (name === 'title') return ` from “${old.title}” to “${now.title}”`
  if (name !== 'price') return ''
  return ` from ${formatRupees(old.price ?? 0)} to ${formatRupees(now.price ?? 0)}`
}

/** What changes of a lesson besides its place, its name and its film. */
export function describeLessonDetails(
  before: LessonRow,
  after: Publication['lessons'][number],
): string[] {
  const texts: string[] = []
  const { title } = after
  if (before.duration !== after.duration)
    texts.push(`The stated length of “${title}” is now ${after.duration || 'left out'}.`)
  if (before.isPreview !== after.isPreview)
    texts.push(
      after.isPreview
        ? `“${title}” becomes free to see for everybody.`
        : `“${title}” is for buyers only again.`,
    )
  if (!isDeepStrictEqual(before.opens, after.opens))
    texts.push(
      `“${title}” now opens ${tellRule(after.opens)}. For whom it is open already it stays open.`,
    )
  if (before.text !== after.text) texts.push(`The text of “${title}” changes.`)
  if (!isDeepStrictEqual(before.links, after.links)) texts.push(`The links of “${title}” change.`)
  if (!isDeepStrictEqual(before.attachments, after.attachments))
    texts.push(`The files of “${title}” change.`)
  return texts
}

const weekdayNames = [
  'Mondays',
  'Tuesdays',
  'Wednesdays',
  'Thursdays',
  'Fridays',
  'Saturdays',
  'Sundays',
]

function tellRule(rule: OpeningRule | null): string {
  switch (rule?.kind) {
    case undefined:
      return 'at once'
    case 'date':
      return `on ${formatDate(startOfDay(rule.date))} at ${rule.hour}:00`
    case 'days':
      return `${rule.days} ${rule.days === 1 ? 'day' : 'days'} after buying`
    case 'after_previous':
      return 'after the lesson before is completed'
    case 'weekdays': {
      const names = rule.weekdays.map((day) => weekdayNames[day - 1])
      return `one after the other on ${names.join(', ')} at ${rule.hour}:00`
    }
  }
}

function asChange(text: string): Change {
  return { kind: 'details', text }
}
