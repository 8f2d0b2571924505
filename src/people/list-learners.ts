import {
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'
import { entitlements } from '../access/tables.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../checkout/tables.ts'
import { cutPage, isBehind } from '../desk/page.ts'
import type { AnswerOf, QueryOf } from '../http/endpoint.ts'
import { courseProgress, videoProgress } from '../learning/tables.ts'
import type { Database } from '../platform/database/database.ts'
import type { learnerFilters, listLearners as listLearnersEndpoint } from './contract.ts'
import { matchLearners } from './match-learners.ts'

type Query = QueryOf<typeof listLearnersEndpoint>

/** A page of all who have an account, by the indexes of the two orders. */
export async function listLearners(
  db: Database,
  { search, filter, has_course: courseId, sort, cursor, limit }: Query,
): Promise<AnswerOf<typeof listLearnersEndpoint>> {
  const { id, name, email, createdAt, blockedAt } = users
  const conditions = [
    search ? await matchLearners(db, search) : undefined,
    filter && isIn(db, courseId)[filter],
    courseId && exists(ownsCourse(db, eq(entitlements.courseId, courseId))),
    sort === 'newest' ? isBehind(createdAt, id, cursor) : isNamedBehind(cursor),
  ]
  const rows = await db
    .select({ id, name, email, createdAt, blockedAt })
    .from(users)
    .where(and(...conditions.filter((condition) => condition !== '')))
    .orderBy(...(sort === 'newest' ? [desc(createdAt), desc(id)] : [asc(name), asc(id)]))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  const counts = await countCourses(db, page)
  const learners = page.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    created_at: row.createdAt.toISOString(),
    courses: counts.get(row.id) ?? 0,
    is_blocked: row.blockedAt !== null,
  }))
  return { learners, next_cursor }
}

function isNamedBehind(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const of = sql`(select ${users.name} from ${users} where ${users.id} = ${cursor})`
  return sql`(${users.name}, ${users.id}) > (${of}, ${cursor})`
}

async function countCourses(db: Database, page: { id: string }[]): Promise<Map<string, number>> {
  const ids = page.map(({ id }) => id)
  const counted = await db
    .select({ id: entitlements.learnerId, courses: sql<number>`count(*)::int` })
    .from(entitlements)
    .where(inArray(entitlements.learnerId, ids))
    .groupBy(entitlements.learnerId)
  return new Map(counted.map(({ id, courses }) => [id, courses]))
}

/**
 * The filters as conditions over `users`; each asks only for what an index by learner answers. With a
 * course they tell how somebody is with that one, as the audiences of letters do.
 */
function isIn(
  db: Database,
  courseId: string | undefined,
): Record<(typeof learnerFilters)[number], SQL | undefined> {
  const played = (...conditions: (SQL | undefined)[]) =>
    db
      .select({ at: videoProgress.reportedAt })
      .from(videoProgress)
      .where(and(eq(videoProgress.learnerId, users.id), ...conditions))
  const begun = exists(played(eq(videoProgress.courseId, entitlements.courseId)))
  const lately = played(
    courseId === undefined ? undefined : eq(videoProgress.courseId, courseId),
    sql`${videoProgress.reportedAt} > now() - interval '14 days'`,
  )
  const completed = db
    .select({ at: courseProgress.completedAt })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.learnerId, users.id),
        eq(courseProgress.courseId, entitlements.courseId),
        isNotNull(courseProgress.completedAt),
      ),
    )
  const chosen = courseId === undefined ? undefined : eq(entitlements.courseId, courseId)
  const refunded = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.learnerId, users.id), eq(orders.status, 'refunded')))
  return {
    // Has it and has played nothing of it; without a course: of none that they have.
    never_started: and(exists(ownsCourse(db, chosen)), notExists(ownsCourse(db, chosen, begun))),
    // Began it, did not complete it, and played nothing (of it) for two weeks.
    stalled: and(exists(ownsCourse(db, chosen, begun, notExists(completed))), notExists(lately)),
    refunded: exists(refunded),
  }
}

function ownsCourse(db: Database, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(and(eq(entitlements.learnerId, users.id), ...conditions))
}
