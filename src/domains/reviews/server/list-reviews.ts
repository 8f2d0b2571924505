import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { nameOfWriter, writerColumns } from '../../accounts/server/public-writer.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type * as contract from '../contract.ts'
import type { ListedReview } from '../contract.ts'
import { reviewReports, reviews } from './tables.ts'

/** What everybody may read of a course's reviews. */
export async function listReviews(
  db: Database,
  courseId: string,
  { cursor, limit }: QueryOf<typeof contract.listReviews>,
): Promise<ResponseOf<typeof contract.listReviews>> {
  const rows = await db
    .select({ id: reviews.id, review: reviews, writer: writerColumns })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.learnerId))
    .where(
      and(
        eq(reviews.courseId, courseId),
        isNull(reviews.hiddenBecause),
        isBehind(reviews.writtenAt, reviews.id, cursor),
      ),
    )
    .orderBy(desc(reviews.writtenAt), desc(reviews.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit, { canGo: true })
  const hidden = await db
    .select({ reason: reviews.hiddenBecause, count: count() })
    .from(reviews)
    .where(and(eq(reviews.courseId, courseId), isNotNull(reviews.hiddenBecause)))
    .groupBy(reviews.hiddenBecause)
    .orderBy(asc(reviews.hiddenBecause))
  return {
    reviews: page.map(({ review, writer }) => ({
      ...describeFields(review),
      by: nameOfWriter(writer),
    })),
    hidden: hidden.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    next_cursor,
  }
}

/** As staff see them. */
export async function listForStaff(
  db: Database,
  { filter, cursor, limit }: QueryOf<typeof contract.listReviewsForStaff>,
): Promise<ResponseOf<typeof contract.listReviewsForStaff>> {
  const chosen = {
    all: undefined,
    unanswered: and(isNull(reviews.answer), isNull(reviews.hiddenBecause)),
    hidden: isNotNull(reviews.hiddenBecause),
    reported: inArray(
      reviews.id,
      new QueryBuilder().select({ id: reviewReports.reviewId }).from(reviewReports),
    ),
  }[filter]
  const where = and(chosen, isBehind(reviews.writtenAt, reviews.id, cursor))
  const rows = await selectListed(db, where, limit + 1)
  const { page, next_cursor } = cutPage(rows, limit, { canGo: true })
  return { reviews: page.map(describeListed), next_cursor }
}

/** Refused with `review_not_found`. */
export async function readListed(db: Database, id: string): Promise<ListedReview> {
  const [found] = await selectListed(db, eq(reviews.id, id), 1)
  if (!found) throw new ProblemError('review_not_found')
  return describeListed(found)
}

function selectListed(db: Database, where: SQL | undefined, limit: number) {
  return db
    .select({
      id: reviews.id,
      review: reviews,
      writer: writerColumns,
      title: courses.title,
      reports: db.$count(reviewReports, eq(reviewReports.reviewId, reviews.id)),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.learnerId))
    .innerJoin(courses, eq(courses.id, reviews.courseId))
    .where(where)
    .orderBy(desc(reviews.writtenAt), desc(reviews.id))
    .limit(limit)
}

function describeListed({
  review,
  writer,
  title,
  reports,
}: Awaited<ReturnType<typeof selectListed>>[number]): ListedReview {
  return {
    ...describeFields(review),
    course_id: review.courseId,
    course_title: title,
    by: nameOfWriter(writer),
    reports,
    hidden_because: review.hiddenBecause,
  }
}

export function describeFields(row: typeof reviews.$inferSelect) {
  return {
    id: row.id,
    stars: row.stars,
    words: row.words,
    written_at: row.writtenAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    answer: row.answer,
  }
}
