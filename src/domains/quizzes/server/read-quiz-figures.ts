import { and, asc, desc, eq, exists, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import type * as contract from '../contract.ts'
import { quizAnswers, quizAttempts, quizQuestions, quizzes } from './tables.ts'

/** As many tell what a question is like; more would take longer each time. */
const newest = 1000
/** Fewer would tell of persons. */
const fewest = 5

type Figures = ResponseOf<typeof contract.readQuizFigures>

/** Of each published question of a lesson's quiz. */
export async function readQuizFigures(
  db: Database,
  { courseId, videoId }: { courseId: string; videoId: string },
): Promise<Figures> {
  const isOfCourse = db
    .select({ id: quizzes.videoId })
    .from(quizzes)
    .where(and(eq(quizzes.videoId, videoId), eq(quizzes.courseId, courseId)))
  // Asked for by the course as well, the database would read and sort all tries of the quiz.
  const tries = db
    .select({ id: quizAttempts.id })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.videoId, videoId),
        exists(isOfCourse),
        isNotNull(quizAttempts.submittedAt),
      ),
    )
    .orderBy(desc(quizAttempts.submittedAt))
    .limit(newest)
    .as('tries')
  const { fraction, tookInSeconds } = quizAnswers
  const rows = await db
    .select({
      id: quizQuestions.id,
      tries: sql<number>`count(${tries.id})`.mapWith(Number),
      right: sql<number | null>`avg(case when ${fraction} = 1 then 1.0 else 0 end)
        filter (where ${tries.id} is not null)`.mapWith(Number),
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${tookInSeconds})
        filter (where ${tries.id} is not null)`,
    })
    .from(quizQuestions)
    .leftJoin(
      sql`${quizAnswers} inner join ${tries} on ${tries.id} = ${quizAnswers.attemptId}`,
      and(
        eq(quizAnswers.questionId, quizQuestions.id),
        eq(quizAnswers.version, quizQuestions.version),
      ),
    )
    .where(and(eq(quizQuestions.videoId, videoId), isNull(quizQuestions.retiredAt)))
    .groupBy(quizQuestions.id, quizQuestions.position)
    .orderBy(asc(quizQuestions.position))
  return rows.map(({ id, tries: counted, right, median }) => ({
    question_id: id,
    tries: counted,
    share_right: counted < fewest ? null : right,
    median_seconds: counted < fewest ? null : median,
  }))
}
