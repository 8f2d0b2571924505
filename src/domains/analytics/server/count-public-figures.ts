import { and, count, countDistinct, eq, isNull, sql, sum } from 'drizzle-orm'
import type { Made, ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from '../../access/server/tables.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { certificates } from '../../certificates/server/tables.ts'
import { earlierPlays, videoProgress } from '../../learning/server/tables.ts'
import { reviews } from '../../reviews/server/tables.ts'
import type { PublicFigure } from '../public-figures.ts'

export type PublicFigures = Record<PublicFigure, number>

/** Long enough that nobody waits for the count, short enough that the page is true. */
const keptForInMs = 600_000

/** What pages may say of the academy without anybody's proof: counted, staff aside. */
export async function countPublicFigures(db: Database): Promise<PublicFigures> {
  const isLearner = isNull(users.role)
  const isOnSale = and(eq(courses.state, 'on_sale'), isNull(courses.hiddenAt))
  const [learners, onSale, issued, [rated], played, earlier] = await Promise.all([
    db
      .select({ figure: countDistinct(entitlements.learnerId) })
      .from(entitlements)
      .innerJoin(users, eq(users.id, entitlements.learnerId))
      .where(isLearner),
    db.select({ figure: count() }).from(courses).where(isOnSale),
    db
      .select({ figure: count() })
      .from(certificates)
      .innerJoin(users, eq(users.id, certificates.learnerId))
      .where(and(isLearner, isNull(certificates.revokedAt))),
    db
      .select({ average: sql`round(avg(${reviews.stars}), 1)`.mapWith(Number), count: count() })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.learnerId))
      .innerJoin(courses, eq(courses.id, reviews.courseId))
      .where(and(isLearner, isOnSale, isNull(reviews.hiddenBecause))),
    ...[videoProgress, earlierPlays].map((plays) =>
      db
        .select({ figure: sum(plays.playedInSeconds) })
        .from(plays)
        .innerJoin(users, eq(users.id, plays.learnerId))
        .where(isLearner),
    ),
  ])
  const read = (rows: { figure: number | string | null }[] | undefined): number =>
    Number(rows?.[0]?.figure ?? 0)
  return {
    learners: read(learners),
    courses: read(onSale),
    certificates: read(issued),
    average_rating: rated?.average ?? 0,
    reviews: rated?.count ?? 0,
    hours_played: Math.floor((read(played) + read(earlier)) / 3600),
  }
}

/** The same from memory, counted anew after ten minutes. */
export async function findPublicFigures({
  db,
  cache,
}: {
  db: Database
  cache: Pick<ResponseCache, 'find'>
}): Promise<PublicFigures> {
  return cache.find('public figures', async (): Promise<Made<PublicFigures>> => {
    const value = await countPublicFigures(db)
    return { value, sizeInBytes: 100, tags: ['public figures'], keptForInMs }
  })
}
