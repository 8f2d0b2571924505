import { and, eq, exists, gt, isNotNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { entitlements } from '../access/tables.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../checkout/tables.ts'
import { courseProgress, videoProgress } from '../learning/tables.ts'
import type { Database } from '../platform/database/database.ts'
import type { learnerFilters } from './contract.ts'
import { learnerStandings } from './tables.ts'

type Filter = (typeof learnerFilters)[number]

/** Whether the rows of `learner_standings` find them, in the order of accounts. */
export function isFoundByStanding(
  filter: Filter | undefined,
  courseId: string | undefined,
): boolean {
  return courseId === undefined && (filter === 'never_started' || filter === 'stalled')
}

/**
 * A filter as a condition over `users` and `learner_standings`. With a course it tells how somebody is
 * with that one, as the audiences of letters do; without, with all that they have.
 */
export function filterLearners(
  db: Database,
  filter: Filter,
  courseId: string | undefined,
): SQL | undefined {
  if (filter === 'refunded') return wasRefunded(db)
  if (courseId !== undefined) {
    return filter === 'stalled' ? isStalledIn(db, courseId) : hasNotStarted(db, courseId)
  }
  if (filter === 'never_started') return learnerStandings.hasNeverStarted.getSQL()
  // Kept to the hour, and never after the truth, which the second condition asks for.
  return and(
    learnerStandings.hasUnfinished.getSQL(),
    lte(learnerStandings.playedAt, twoWeeksAgo),
    notExists(playedLately(db)),
  )
}

/** For `exists`: the learner has the course. */
export function ownsCourse(db: Database, courseId: string, condition?: SQL) {
  return db
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(
      and(eq(entitlements.learnerId, users.id), eq(entitlements.courseId, courseId), condition),
    )
}

const twoWeeksAgo = sql`now() - interval '14 days'`

function hasNotStarted(db: Database, courseId: string): SQL {
  return exists(ownsCourse(db, courseId, notExists(progressIn(db, courseId))))
}

function isStalledIn(db: Database, courseId: string): SQL | undefined {
  const isComplete = exists(progressIn(db, courseId, isNotNull(courseProgress.completedAt)))
  return and(
    learnerStandings.hasUnfinished.getSQL(),
    exists(ownsCourse(db, courseId)),
    exists(progressIn(db, courseId)),
    sql`not ${isComplete}`,
    notExists(playedLately(db, eq(videoProgress.courseId, courseId))),
  )
}

function progressIn(db: Database, courseId: string, condition?: SQL) {
  const { learnerId, percent } = courseProgress
  return db
    .select({ percent })
    .from(courseProgress)
    .where(and(eq(learnerId, users.id), eq(courseProgress.courseId, courseId), condition))
}

function playedLately(db: Database, condition?: SQL) {
  const { learnerId, reportedAt } = videoProgress
  return db
    .select({ reportedAt })
    .from(videoProgress)
    .where(and(eq(learnerId, users.id), gt(reportedAt, twoWeeksAgo), condition))
}

function wasRefunded(db: Database): SQL {
  return exists(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.learnerId, users.id), eq(orders.status, 'refunded'))),
  )
}
