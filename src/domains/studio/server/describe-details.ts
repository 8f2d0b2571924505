import { isDeepStrictEqual } from 'node:util'
import { formatDate } from '../../../shared/format-date.ts'
import { startOfDay } from '../../../shared/india-time.ts'
import { formatPaise } from '../../../shared/money.ts'
import type { OpeningRule } from '../../catalogue/contract.ts'
import type { CourseRow, LessonRow, Publication } from '../../catalogue/server/publish-course.ts'
import type { Change } from '../contract.ts'
import { pageFieldNames, pageFields } from '../page-fields.ts'

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
  if (before.title !== after.title)
    texts.push(`The title changes from “${before.title}” to “${after.title}”.`)
  if (before.priceInPaise !== after.priceInPaise)
    texts.push(
      `The price changes from ${formatPaise(before.priceInPaise)} to ${formatPaise(after.priceInPaise)}.`,
    )
  if (before.description !== after.description) texts.push('The description changes.')
  if (before.thumbnail !== after.thumbnail) texts.push('The cover changes.')
  for (const name of pageFieldNames) {
    if (!isDeepStrictEqual(before.page[name], after.page[name]))
      texts.push(`The ${pageFields[name].noun} changes.`)
  }
  return texts.map(asChange)
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
