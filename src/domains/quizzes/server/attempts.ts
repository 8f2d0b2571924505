import { randomInt } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { requireOwned } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { recordPass } from '../../learning/server/counted-quizzes.ts'
import type { CompletionMailDependencies } from '../../learning/server/mail-completion.ts'
import { drawQuestions } from '../draw-questions.ts'
import { type Answer, fits, grade, isPassed, scoreOf } from '../grade.ts'
import { type AttemptRow, countChoices, readAttemptQuestions } from './describe-attempt.ts'
import { readPresentQuestions } from './publish-quizzes.ts'
import { findQuiz, type OfLesson, type PresentQuiz, triesLeft } from './read-quiz.ts'
import { quizAnswers, quizAttempts } from './tables.ts'

/**
 * Begins a try, or goes on with the one that is open. One at a time for each learner and course, so that
 * nobody begins more than there are. Refused with `quiz_tries_used`.
 */
export async function startAttempt(
  outer: Database,
  caller: CurrentUser,
  of: OfLesson,
): Promise<AttemptRow> {
  const { learnerId } = caller
  return outer.transaction(async (db) => {
    await lockAccess(db, { learnerId, courseId: of.courseId })
    await requireOwned(db, caller, of.courseId)
    const quiz = await findQuiz(db, of)
    const [last] = await db
      .select()
      .from(quizAttempts)
      .where(and(eq(quizAttempts.learnerId, learnerId), eq(quizAttempts.videoId, of.videoId)))
      .orderBy(desc(quizAttempts.number))
      .limit(1)
    if (last && last.submittedAt === null) return last
    const used = last?.number ?? 0
    if (triesLeft(quiz, used) === 0) throw new ProblemError('quiz_tries_used')
    return insertAttempt(db, { learnerId, ...of, number: used + 1 }, quiz)
  })
}

async function insertAttempt(
  db: Database,
  of: Pick<AttemptRow, 'learnerId' | 'courseId' | 'videoId' | 'number'>,
  { settings }: PresentQuiz,
): Promise<AttemptRow> {
  const bank = await readPresentQuestions(db, [of.videoId])
  const seed = randomInt(0, 2 ** 31)
  const questions = drawQuestions(
    bank.map(({ id, version, question }) => ({ id, version, choices: countChoices(question) })),
    { seed, drawn: settings.drawn },
  )
  const [begun] = await db
    .insert(quizAttempts)
    .values({ id: newId(), ...of, seed, questions, passMark: settings.pass_mark })
    .returning()
  if (!begun) throw new Error('No try was begun')
  return begun
}

/** Refused with `attempt_not_found` for somebody else's, too. Locked until the commit. */
async function lockAttempt(
  db: Database,
  at: OfLesson & { learnerId: string; attemptId: string },
): Promise<AttemptRow> {
  const [attempt] = await db
    .select()
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.id, at.attemptId),
        eq(quizAttempts.learnerId, at.learnerId),
        eq(quizAttempts.courseId, at.courseId),
        eq(quizAttempts.videoId, at.videoId),
      ),
    )
    .for('update')
  if (!attempt) throw new ProblemError('attempt_not_found')
  return attempt
}

/** Keeps an answer. Refused with `attempt_submitted`, and with `invalid_input` if it fits no such question. */
export async function giveAnswer(
  outer: Database,
  caller: CurrentUser,
  at: OfLesson & { attemptId: string; questionId: string },
  given: { answer: Answer; tookInSeconds: number | null },
): Promise<void> {
  const { learnerId } = caller
  await outer.transaction(async (db) => {
    const attempt = await lockAttempt(db, { ...at, learnerId })
    if (attempt.submittedAt !== null) throw new ProblemError('attempt_submitted')
    const { attemptId, questionId } = at
    const questions = await readAttemptQuestions(db, attempt)
    const asked = questions.find(({ id }) => id === questionId)
    if (!asked) throw new ProblemError('attempt_not_found')
    if (!fits(asked.question, given.answer)) {
      const message = t('This answer does not fit the question.')
      throw new ProblemError('invalid_input', { errors: [{ path: 'answer', message }] })
    }
    const { answer, tookInSeconds } = given
    const values = { answer: { given: answer }, tookInSeconds, answeredAt: sql`clock_timestamp()` }
    await db
      .insert(quizAnswers)
      .values({ attemptId, questionId, version: asked.version, ...values })
      .onConflictDoUpdate({
        target: [quizAnswers.attemptId, quizAnswers.questionId],
        set: values,
      })
  })
}

/**
 * Grades a try by the versions that it was asked in; a pass is kept and may complete the course in the
 * same transaction. Handed in again it stays as it was.
 */
export async function submitAttempt(
  deps: CompletionMailDependencies & { db: Database },
  caller: CurrentUser,
  at: OfLesson & { attemptId: string },
): Promise<void> {
  const { learnerId } = caller
  await deps.db.transaction(async (db) => {
    // Before the row: in the order in which whoever completes a course takes them.
    await lockAccess(db, { learnerId, courseId: at.courseId })
    await requireOwned(db, caller, at.courseId)
    const attempt = await lockAttempt(db, { ...at, learnerId })
    if (attempt.submittedAt !== null) return
    const score = await gradeAttempt(db, attempt)
    const passed = isPassed(score, attempt.passMark)
    await db
      .update(quizAttempts)
      .set({ submittedAt: sql`clock_timestamp()`, score, isPassed: passed })
      .where(and(eq(quizAttempts.id, attempt.id), isNull(quizAttempts.submittedAt)))
    if (passed)
      await recordPass(deps, db, { learnerId, courseId: at.courseId, videoId: at.videoId })
  })
}

async function gradeAttempt(db: Database, attempt: AttemptRow): Promise<number> {
  const questions = await readAttemptQuestions(db, attempt)
  const rows = questions.map(({ id, version, question, shown, given }) => {
    // An order that was left as it was shown is an answer, too.
    const counted = given ?? (question.kind === 'order' ? [...shown.keys()] : null)
    return {
      attemptId: attempt.id,
      questionId: id,
      version,
      answer: counted === null ? null : { given: counted },
      fraction: grade(question, counted, shown),
    }
  })
  if (rows.length > 0) {
    await db
      .insert(quizAnswers)
      .values(rows)
      .onConflictDoUpdate({
        target: [quizAnswers.attemptId, quizAnswers.questionId],
        set: { fraction: sql`excluded.fraction` },
      })
  }
  return scoreOf(rows.map(({ fraction }) => fraction))
}
