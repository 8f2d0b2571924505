import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, startOfDay, writeInIndia } from '../../../shared/india-time.ts'
import { entitlements } from '../../access/server/tables.ts'
import { users } from '../../accounts/server/tables.ts'

const batchSize = 1000
export const learnerHeadings = [
  'Learner',
  'Name',
  'E-mail',
  'Phone',
  'Account opened (IST)',
  'Courses',
  'Blocked (IST)',
]

interface Days {
  from?: string | undefined
  to?: string | undefined
}

interface Place {
  /** With its microseconds, which a Date has not. */
  at: string
  id: string
}

/** Accounts by when they were opened, as cells by the headings; needs the memory of one batch. */
export async function* exportLearners(db: Database, days: Days): AsyncGenerator<string[][]> {
  let last: Place | null = null
  for (;;) {
    const rows: LearnerRead[] = await readBatch(db, days, last)
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(describe)
    if (rows.length < batchSize) return
    last = { at: end.at, id: end.id }
  }
}

type LearnerRead = Awaited<ReturnType<typeof readBatch>>[number]

async function readBatch(db: Database, { from, to }: Days, last: Place | null) {
  const owned = db
    .select({ ids: sql<string | null>`string_agg(${entitlements.courseId}, ' ')` })
    .from(entitlements)
    .where(eq(entitlements.learnerId, users.id))
  return db
    .select({
      id: users.id,
      at: sql<string>`${users.createdAt}::text`,
      user: users,
      courseIds: sql<string | null>`(${owned})`,
    })
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        from && last === null ? gte(users.createdAt, startOfDay(from)) : undefined,
        to ? lt(users.createdAt, startOfDay(addDays(to, 1))) : undefined,
        last
          ? sql`(${users.createdAt}, ${users.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(batchSize)
}

/** In the order of the headings. */
function describe({ user, courseIds }: LearnerRead): string[] {
  return [
    user.id,
    user.name,
    user.email,
    user.phone ?? '',
    writeInIndia(user.createdAt),
    courseIds ?? '',
    user.blockedAt === null ? '' : writeInIndia(user.blockedAt),
  ]
}
