import { toPaise, toRupees } from '../../../shared/money.ts'
import { type CoursePage, coursePage } from '../../catalogue/contract.ts'
import type { CourseColumns } from '../../catalogue/server/publish-course.ts'
import type { CourseDetails } from '../course-input.ts'

/** As the course's row holds what staff wrote of it. A price of 0: none is set yet. */
export function columnsOf(details: CourseDetails): CourseColumns {
  return {
    title: details.title,
    description: details.description,
    priceInPaise: toPaise(details.price ?? 0),
    thumbnail: details.thumbnail || null, // an empty field means none
    page: filledPage(details),
  }
}

/** The same as a draft begins with it. */
export function detailsOf({ priceInPaise, page, ...row }: CourseColumns): Required<CourseDetails> {
  return {
    title: row.title,
    description: row.description,
    price: toRupees(priceInPaise),
    thumbnail: row.thumbnail,
    ...coursePage.parse(page),
  }
}

const pageFieldNames = coursePage.keyof().options

/** What is filled: an empty line of a list is none. */
function filledPage(details: CoursePage): Partial<CoursePage> {
  const fields = pageFieldNames.map((name) => {
    const value = details[name]
    return [name, Array.isArray(value) ? value.filter(isFilled) : value] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => isFilled(value)))
}

/** A text or list with something in it, a ticked box, a named teacher, a question. */
function isFilled(value: boolean | string | Entry | (string | Entry)[]): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0
  return ('name' in value ? value.name : value.question) !== ''
}

type Entry = CoursePage['teachers' | 'questions'][number]
