import { and, asc, desc, eq, exists, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { entitlements } from '../access/tables.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../checkout/tables.ts'
import { cutPage, isBehind } from '../desk/page.ts'
import type { AnswerOf, QueryOf } from '../http/endpoint.ts'
import { videoProgress } from '../learning/tables.ts'
import type { Database } from '../platform/database/database.ts'
import type { learnerFilters, listLearners as listLearnersEndpoint } from './contract.ts'
import { matchLearners } from './match-learners.ts'
import { learnerStandings } from './tables.ts'

type Query = QueryOf<typeof listLearnersEndpoint>

/** A page of all who have an account, by the indexes of the two orders. */
export async function listLearners(
  db: Database,
  { search, filter, has_course: courseId, sort, cursor, limit }: Query,
): Promise<AnswerOf<typeof listLearnersEndpoint>> {
  const { id, name, email, createdAt, blockedAt } = users
  const isByStanding = filter === 'never_started' || filter === 'stalled'
  const newest = isByStanding
    ? { at: learnerStandings.createdAt, id: learnerStandings.learnerId }
    : { at: createdAt, id }
  const conditions = [
    search ? await matchLearners(db, search) : undefined,
    filter && isIn(db)[filter],
    courseId && exists(ownsCourse(db, eq(entitlements.courseId, courseId))),
    sort === 'newest' ? isBehind(newest.at, newest.id, cursor) : isNamedBehind(cursor),
  ]
  const rows = await db
    .select({ id, name, email, createdAt, blockedAt })
    .from(users)
    .leftJoin(learnerStandings, eq(learnerStandings.learnerId, id))
    .where(and(...conditions.filter((condition) => condition !== '')))
    .orderBy(...(sort === 'newest' ? [desc(newest.at), desc(newest.id)] : [asc(name), asc(id)]))
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

/** The filters as conditions over `users` and `learner_standings`, each with an index of its own. */
function isIn(db: Database): Record<(typeof learnerFilters)[number], SQL | undefined> {
  const twoWeeksAgo = sql`now() - interval '14 days'`
  const playedLately = db
    .select({ at: videoProgress.reportedAt })
    .from(videoProgress)
    .where(and(eq(videoProgress.learnerId, users.id), gt(videoProgress.reportedAt, twoWeeksAgo)))
  const refunded = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.learnerId, users.id), eq(orders.status, 'refunded')))
  return {
    never_started: learnerStandings.hasNeverStarted.getSQL(),
    // Began a course that they have and did not complete, and played nothing for two weeks.
    stalled: and(
      learnerStandings.hasUnfinished.getSQL(),
      lte(learnerStandings.playedAt, twoWeeksAgo),
      notExists(playedLately),
    ),
    refunded: exists(refunded),
  }
}

function ownsCourse(db: Database, ...conditions: (SQL | undefined)[]) {
  return db
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(and(eq(entitlements.learnerId, users.id), ...conditions))
}
