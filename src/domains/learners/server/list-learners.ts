import { and, asc, desc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from '../../access/server/tables.ts'
import { users } from '../../accounts/server/tables.ts'
import type * as people from '../contract.ts'
import { filterLearners, hasEnrolmentStatus, ownsCourse } from './filter-learners.ts'
import { matchLearners } from './match-learners.ts'
import { learnerStandings } from './tables.ts'

type Query = QueryOf<typeof people.listLearners>

/** A page of all who have an account, by the indexes of the two orders. */
export async function listLearners(
  db: Database,
  { search, filter, has_course: courseId, sort, cursor, limit }: Query,
): Promise<ResponseOf<typeof people.listLearners>> {
  const { id, name, email, createdAt, blockedAt } = users
  const isByStanding = hasEnrolmentStatus(filter, courseId)
  const newest = isByStanding
    ? { at: learnerStandings.createdAt, id: learnerStandings.learnerId }
    : { at: createdAt, id }
  const conditions = [
    isNull(users.erasedAt),
    search ? await matchLearners(db, search) : undefined,
    filter && filterLearners(db, filter, courseId),
    courseId && exists(ownsCourse(db, courseId)),
    sort === 'newest' ? isBehind(newest.at, newest.id, cursor) : isBehind(name, id, cursor, true),
  ]
  const rows = await db
    .select({ id, name, email, createdAt, blockedAt })
    .from(users)
    .leftJoin(learnerStandings, eq(learnerStandings.learnerId, id))
    .where(and(...conditions.filter((condition) => condition !== '')))
    .orderBy(...(sort === 'newest' ? [desc(newest.at), desc(newest.id)] : [asc(name), asc(id)]))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit, { canGo: true })
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

async function countCourses(db: Database, page: { id: string }[]): Promise<Map<string, number>> {
  const ids = page.map(({ id }) => id)
  const counted = await db
    .select({ id: entitlements.learnerId, courses: sql<number>`count(*)::int` })
    .from(entitlements)
    .where(inArray(entitlements.learnerId, ids))
    .groupBy(entitlements.learnerId)
  return new Map(counted.map(({ id, courses }) => [id, courses]))
}
