import { and, eq, isNotNull, max, or, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { compareTexts } from '../../../shared/i18n/compare-texts.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { isListed, isOutsideRemovedDemo } from '../../catalogue/server/visibility.ts'
import type { getCompletion } from '../contract.ts'
import { insightTotals } from './tables.ts'

export const completionHeadings = [
  'Course',
  'Have it',
  'Started',
  'Completed',
  'Completed (% of started)',
]

type Row = ResponseOf<typeof getCompletion>['courses'][number]

/** Courses that are on sale or that somebody has, those with most learners first. */
export async function listCompletion(db: Database): Promise<Row[]> {
  const amountOf = (figure: string) =>
    sql<number>`coalesce(${max(insightTotals.amount)} filter (where ${insightTotals.figure} = ${figure}), 0)`.mapWith(
      Number,
    )
  const owners = amountOf('owners')
  const rows = await db
    .select({
      course_id: courses.id,
      title: courses.title,
      owners,
      started: amountOf('started'),
      completed: amountOf('completions'),
    })
    .from(courses)
    .leftJoin(insightTotals, eq(insightTotals.courseId, courses.id))
    .where(and(or(isListed, isNotNull(insightTotals.courseId)), isOutsideRemovedDemo))
    .groupBy(courses.id, courses.title)

  return rows.toSorted(
    (one, other) => other.owners - one.owners || compareTexts(one.title, other.title),
  )
}

/** In the order of the headings. */
export function describeCompletion({ title, owners, started, completed }: Row): string[] {
  const percent = started === 0 ? '' : ((completed / started) * 100).toFixed(1)
  return [title, String(owners), String(started), String(completed), percent]
}
