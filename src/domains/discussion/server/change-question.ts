import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type * as contract from '../contract.ts'
import { explainRefusal, isTeacher, mayWrite } from './ask-question.ts'
import type { NoticeDependencies } from './dependencies.ts'
import { findQuestion } from './read-question.ts'
import { answers, discussionReports, questions } from './tables.ts'
import { tellOfAnswer } from './tell-by-mail.ts'

/** One act at a time on a question and its answers. Refused with `question_not_found`. */
export async function lockQuestion(db: Database, id: string) {
  const [row] = await db.select().from(questions).where(eq(questions.id, id)).for('no key update')
  if (!row) throw new ProblemError('question_not_found')
  return row
}

/** With the question locked, by a statement of its own: it sees what the act before has committed. */
export async function countAnswers(db: Database, id: string): Promise<void> {
  const seen = and(eq(answers.questionId, id), isNull(answers.hiddenBecause))
  await db
    .update(questions)
    .set({ answers: await db.$count(answers, seen) })
    .where(eq(questions.id, id))
}

/**
 * Answers; a repeated call answers once. Whether they may is decided by the statement that writes. Refused with
 * `question_not_found` and `discussion_blocked`.
 */
export async function answerQuestion(
  deps: NoticeDependencies,
  caller: CurrentUser,
  questionId: string,
  { id = newId(), body }: BodyOf<typeof contract.answerQuestion>,
): Promise<string> {
  await findQuestion(deps.db, caller, questionId)
  await deps.db.transaction(async (db) => {
    const question = await lockQuestion(db, questionId)
    const [made] = await db
      .insert(answers)
      .select(
        db
          .select({
            id: sql`${id}::uuid`.as('id'),
            questionId: questions.id,
            learnerId: sql`${caller.learnerId}::uuid`.as('learner_id'),
            body: sql`${body}::text`.as('body'),
            isTeachers: sql`${isTeacher(caller)}::boolean`.as('is_teachers'),
            writtenAt: sql`clock_timestamp()`.as('written_at'),
            hiddenBecause: sql`null::text`.as('hidden_because'),
          })
          .from(questions)
          .where(and(eq(questions.id, questionId), mayWrite(caller, questions.courseId))),
      )
      .onConflictDoNothing()
      .returning()
    if (!made) {
      const own = and(eq(answers.id, id), eq(answers.learnerId, caller.learnerId))
      if ((await db.$count(answers, own)) > 0) return
      await explainRefusal(db, caller, question.courseId)
      throw new ProblemError('question_not_found')
    }
    await countAnswers(db, questionId)
    if (question.hiddenBecause === null) await tellOfAnswer(deps, db, question, made)
  })
  return id
}

/** By who asked, or a teacher. Refused with `not_allowed` for anybody else. */
export async function markSolved(
  outer: Database,
  caller: CurrentUser,
  id: string,
  isSolved: boolean,
): Promise<void> {
  const { question } = await findQuestion(outer, caller, id)
  if (!isTeacher(caller) && question.learnerId !== caller.learnerId) {
    throw new ProblemError('not_allowed')
  }
  await outer
    .update(questions)
    .set({ solvedAt: isSolved ? sql`coalesce(${questions.solvedAt}, clock_timestamp())` : null })
    .where(eq(questions.id, id))
}

/** Once for each reader. Refused with `question_not_found`. */
export async function report(
  db: Database,
  caller: CurrentUser,
  questionId: string,
  answerId: string | null,
): Promise<void> {
  await findQuestion(db, caller, questionId)
  if (answerId !== null) {
    const of = and(eq(answers.id, answerId), eq(answers.questionId, questionId))
    if ((await db.$count(answers, of)) === 0) throw new ProblemError('question_not_found')
  }
  await db
    .insert(discussionReports)
    .values({ questionId, answerId, learnerId: caller.learnerId })
    .onConflictDoNothing()
}
