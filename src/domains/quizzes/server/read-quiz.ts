import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { courseProgress, passedQuizzes } from '../../learning/server/tables.ts'
import type { ListedQuiz, QuizState } from '../contract.ts'
import {
  type AttemptRow,
  describeAttempt,
  describeResult,
  readAttemptQuestions,
} from './describe-attempt.ts'
import { quizAttempts, quizQuestions, quizzes } from './tables.ts'

export interface OfLesson {
  courseId: string
  videoId: string
}

export type PresentQuiz = typeof quizzes.$inferSelect & { presentFilm: number }

/**
 * Refused with `quiz_not_found` for a lesson that has none, or is not in the course; `mayBeRetired` finds
 * what has left the course, too.
 */
export async function findQuiz(
  db: Database,
  { courseId, videoId, mayBeRetired = false }: OfLesson & { mayBeRetired?: boolean },
): Promise<PresentQuiz> {
  const [found] = await db
    .select({ quiz: quizzes, presentFilm: videos.film })
    .from(quizzes)
    .innerJoin(videos, eq(videos.id, quizzes.videoId))
    .where(
      and(
        eq(quizzes.videoId, videoId),
        mayBeRetired ? eq(quizzes.courseId, courseId) : isPresent(courseId),
      ),
    )
  if (!found) throw new ProblemError('quiz_not_found')
  return { ...found.quiz, presentFilm: found.presentFilm }
}

/** Null: as many as wanted. */
export function triesLeft(
  { settings }: Pick<PresentQuiz, 'settings'>,
  used: number,
): number | null {
  return settings.tries === 0 ? null : Math.max(0, settings.tries - used)
}

function isPresent(courseId: string) {
  return and(
    eq(quizzes.courseId, courseId),
    eq(videos.courseId, courseId),
    isNull(quizzes.retiredAt),
    isNull(videos.retiredAt),
  )
}

/** The second of another film than today's is none: the quiz stands at the end then. */
function secondOf({ settings, film }: typeof quizzes.$inferSelect, presentFilm: number) {
  return film === presentFilm ? settings.at_second : null
}

function countOfTry(inBank: number, drawn: number): number {
  return drawn === 0 ? inBank : Math.min(drawn, inBank)
}

/** A learner's view of one quiz. */
export async function readQuizState(
  db: Database,
  of: OfLesson & { learnerId: string; mayBeRetired?: boolean },
): Promise<QuizState> {
  const quiz = await findQuiz(db, of)
  const { settings } = quiz
  const inBank = await db.$count(
    quizQuestions,
    and(eq(quizQuestions.videoId, of.videoId), isNull(quizQuestions.retiredAt)),
  )
  const [standing] = await db
    .select({ passedAt: passedQuizzes.passedAt, completedAt: courseProgress.completedAt })
    .from(sql`(select) as always`)
    .leftJoin(
      passedQuizzes,
      and(
        eq(passedQuizzes.learnerId, of.learnerId),
        eq(passedQuizzes.courseId, of.courseId),
        eq(passedQuizzes.videoId, of.videoId),
      ),
    )
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.learnerId, of.learnerId), eq(courseProgress.courseId, of.courseId)),
    )
  const passedAt = standing?.passedAt ?? null
  const completedAt = standing?.completedAt ?? null
  const open = await findAttempt(db, of, isNull(quizAttempts.submittedAt))
  const last = await findAttempt(db, of, isNotNull(quizAttempts.submittedAt))
  const used = Math.max(open?.number ?? 0, last?.number ?? 0)
  const left = triesLeft(quiz, used)
  const showsRight = passedAt !== null || (left === 0 && open === undefined)
  return {
    at_second: secondOf(quiz, quiz.presentFilm),
    pass_mark: settings.pass_mark,
    question_count: countOfTry(inBank, settings.drawn),
    counts_for_completion: settings.counts_for_completion,
    is_new: passedAt === null && completedAt !== null && quiz.publishedAt > completedAt,
    passed_at: passedAt?.toISOString() ?? null,
    tries_used: used,
    tries_left: left,
    open: open ? describeAttempt(open, await readAttemptQuestions(db, open)) : null,
    last: last
      ? describeResult(
          // Found by it.
          { ...last, submittedAt: last.submittedAt ?? last.startedAt },
          await readAttemptQuestions(db, last),
          { film: quiz.presentFilm, showsRight },
        )
      : null,
  }
}

async function findAttempt(
  db: Database,
  { learnerId, videoId }: { learnerId: string; videoId: string },
  which: ReturnType<typeof isNull>,
): Promise<AttemptRow | undefined> {
  const [found] = await db
    .select()
    .from(quizAttempts)
    .where(and(eq(quizAttempts.learnerId, learnerId), eq(quizAttempts.videoId, videoId), which))
    .orderBy(desc(quizAttempts.number))
    .limit(1)
  return found
}

/** Those of a course, for its classroom. As many as it has lessons at most. */
export async function listQuizzes(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<ListedQuiz[]> {
  const found = await db
    .select({
      quiz: quizzes,
      presentFilm: videos.film,
      passedAt: passedQuizzes.passedAt,
      completedAt: courseProgress.completedAt,
    })
    .from(quizzes)
    .innerJoin(videos, eq(videos.id, quizzes.videoId))
    .leftJoin(
      passedQuizzes,
      and(
        eq(passedQuizzes.learnerId, learnerId),
        eq(passedQuizzes.courseId, courseId),
        eq(passedQuizzes.videoId, quizzes.videoId),
      ),
    )
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.learnerId, learnerId), eq(courseProgress.courseId, courseId)),
    )
    .where(isPresent(courseId))
  if (found.length === 0) return []
  const banks = await db
    .select({ videoId: quizQuestions.videoId, questions: count() })
    .from(quizQuestions)
    .innerJoin(quizzes, eq(quizzes.videoId, quizQuestions.videoId))
    .where(and(eq(quizzes.courseId, courseId), isNull(quizQuestions.retiredAt)))
    .groupBy(quizQuestions.videoId)
  return found.map(({ quiz, presentFilm, passedAt, completedAt }) => ({
    video_id: quiz.videoId,
    at_second: secondOf(quiz, presentFilm),
    question_count: countOfTry(
      banks.find(({ videoId }) => videoId === quiz.videoId)?.questions ?? 0,
      quiz.settings.drawn,
    ),
    counts_for_completion: quiz.settings.counts_for_completion,
    passed: passedAt !== null,
    is_new: passedAt === null && completedAt !== null && quiz.publishedAt > completedAt,
  }))
}
