import { and, eq, exists, gt, isNull, lte, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from '../../access/server/tables.ts'
import { users } from '../../accounts/server/tables.ts'
import { orders } from '../../checkout/server/tables.ts'
import { videoProgress } from '../../learning/server/tables.ts'
import type { learnerFilters } from '../contract.ts'
import { courseStandings, learnerStandings } from './tables.ts'

type Filter = (typeof learnerFilters)[number]

/** Whether the rows of `learner_standings` find them, in the order of accounts. */
export function hasEnrolmentStatus(
  filter: Filter | undefined,
  courseId: string | undefined,
): boolean {
  return courseId === undefined && (filter === 'never_started' || filter === 'stalled')
}

/**
 * A filter as a condition over `users` and their `learner_standings`. With a course it tells how somebody is
 * with that one, as the audiences of letters do; without, with all that they have.
 */
export function filterLearners(
  db: Database,
  filter: Filter,
  courseId: string | undefined,
): SQL | undefined {
  if (filter === 'refunded') return wasRefunded(db)
  if (courseId !== undefined) {
    const { isBegun, isCompleted, playedAt } = courseStandings
    if (filter === 'never_started') return standsIn(db, courseId, not(isBegun))
    return and(
      standsIn(db, courseId, and(isBegun, not(isCompleted), isLongAgo(playedAt))),
      notExists(playedLately(db, eq(videoProgress.courseId, courseId))),
    )
  }
  if (filter === 'never_started') return learnerStandings.hasNeverStarted.getSQL()
  return and(
    learnerStandings.hasUnfinished.getSQL(),
    isLongAgo(learnerStandings.playedAt),
    notExists(playedLately(db)),
  )
}

/** For `exists`: the learner has the course. */
export function ownsCourse(db: Database, courseId: string) {
  return db
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(and(eq(entitlements.learnerId, users.id), eq(entitlements.courseId, courseId)))
}

const twoWeeksAgo = sql`now() - interval '14 days'`

/** Finds everybody who may be meant, as what is kept is never after the truth. */
function isLongAgo(playedAt: PgColumn): SQL | undefined {
  return or(isNull(playedAt), lte(playedAt, twoWeeksAgo))
}

function standsIn(db: Database, courseId: string, condition: SQL | undefined): SQL {
  const { learnerId, playedAt } = courseStandings
  return exists(
    db
      .select({ playedAt })
      .from(courseStandings)
      .where(and(eq(learnerId, users.id), eq(courseStandings.courseId, courseId), condition)),
  )
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
