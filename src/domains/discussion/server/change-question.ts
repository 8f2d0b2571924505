import { and, eq, gte, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type * as contract from '../contract.ts'
import { trigramsOf } from '../trigrams.ts'
import { explainRefusal, isTeacher, mayWrite } from './ask-question.ts'
import type { NoticeDependencies } from './dependencies.ts'
import { isSeenAnswer } from './is-seen-answer.ts'
import { findQuestion } from './read-question.ts'
import { answers, discussionReports, questions } from './tables.ts'
import { tellOfAnswer } from './tell-by-mail.ts'

/** One act at a time on a question and its answers. Refused with `question_not_found`. */
export async function lockQuestion(db: Database, id: string) {
  const [row] = await db.select().from(questions).where(eq(questions.id, id)).for('no key update')
  if (!row) throw new ProblemError('question_not_found')
  return row
}

/** A question, or an answer to it. */
export interface Named {
  questionId: string
  /** Null: the question itself. */
  answerId: string | null
}

/** With the question locked. Refused with `question_not_found`. */
export async function lockNamed(db: Database, { questionId, answerId }: Named) {
  const question = await lockQuestion(db, questionId)
  if (answerId === null) return { question, named: question }
  const of = and(eq(answers.id, answerId), eq(answers.questionId, questionId))
  const [answer] = await db.select().from(answers).where(of)
  if (!answer) throw new ProblemError('question_not_found')
  return { question, named: answer }
}

export function reportsOf({ questionId, answerId }: Named) {
  const ofAnswer = sql`${discussionReports.answerId} is not distinct from ${answerId}::uuid`
  return and(eq(discussionReports.questionId, questionId), ofAnswer)
}

/** With the question locked, by a statement of its own: it sees what the act before has committed. */
export async function countAnswers(db: Database, id: string): Promise<void> {
  const seen = and(eq(answers.questionId, id), isSeenAnswer)
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
    if (question.removedAt !== null) throw new ProblemError('question_not_found')
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
            editedAt: sql`null::timestamptz`.as('edited_at'),
            removedAt: sql`null::timestamptz`.as('removed_at'),
            wordsBefore: sql`null::text`.as('words_before'),
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

/** Once for each reader, and of the words that stand then. Refused with `question_not_found`. */
export async function report(
  outer: Database,
  caller: CurrentUser,
  questionId: string,
  answerId: string | null,
): Promise<void> {
  await findQuestion(outer, caller, questionId)
  await outer.transaction(async (db) => {
    await lockNamed(db, { questionId, answerId })
    const { learnerId } = caller
    const theirs = and(
      reportsOf({ questionId, answerId }),
      eq(discussionReports.learnerId, learnerId),
    )
    await db.delete(discussionReports).where(theirs)
    const reportedAt = sql`clock_timestamp()`
    await db.insert(discussionReports).values({ questionId, answerId, learnerId, reportedAt })
  })
}

type Words = BodyOf<typeof contract.editQuestion> | BodyOf<typeof contract.editAnswer>

/** Nobody else has read what its writer makes of hidden words. */
const hiddenWordsAtMost = 20_000

/**
 * Changes what the caller wrote, or with null removes it, once also for a repeated call; what was reported or hidden staff read on as it
 * stood. Refused with `question_not_found`, `not_allowed` and `discussion_blocked`.
 */
export async function changeOwn(
  outer: Database,
  caller: CurrentUser,
  of: Named,
  words: Words | null,
): Promise<void> {
  await outer.transaction(async (db) => {
    const { question, named } = await lockNamed(db, of)
    const isOwn = named.learnerId === caller.learnerId
    // A repeated call: its writer alone may know of what nobody finds any more.
    if (isOwn && named.removedAt !== null && words === null) return
    await findQuestion(db, caller, of.questionId)
    if (!isOwn) throw new ProblemError('not_allowed')
    if (named.removedAt !== null) throw new ProblemError('question_not_found')
    const { questionId, answerId } = of
    const reports = and(
      reportsOf(of),
      named.editedAt === null ? undefined : gte(discussionReports.reportedAt, named.editedAt),
    )
    const kept = named.wordsBefore ?? ''
    const isKept =
      (named.hiddenBecause !== null && kept.length < hiddenWordsAtMost) ||
      (await db.$count(discussionReports, reports)) > 0
    const stood = 'title' in named ? [named.title, named.body] : [named.body]
    const before = [kept, ...stood].filter((words) => words !== '').join('\n\n')
    const now = sql`clock_timestamp()`
    const set = {
      body: words?.body ?? '',
      ...(words === null ? { removedAt: now } : { editedAt: now }),
      ...(isKept && { wordsBefore: before }),
    }
    const title = words !== null && 'title' in words ? words.title : ''
    const trigrams = sql`array_to_tsvector(${sql.param(trigramsOf(title))}::text[])`
    const isAllowed = mayWrite(caller, sql`${question.courseId}::text`)
    const changed =
      answerId === null
        ? await db
            .update(questions)
            .set({ ...set, title, trigrams })
            .where(and(eq(questions.id, questionId), isAllowed))
            .returning({ id: questions.id })
        : await db
            .update(answers)
            .set(set)
            .where(and(eq(answers.id, answerId), isAllowed))
            .returning({ id: answers.id })
    if (changed.length === 0) {
      await explainRefusal(db, caller, question.courseId)
      throw new ProblemError('question_not_found')
    }
    await countAnswers(db, questionId)
  })
}

/** After a call that may be a repeated one: words that were corrected in between are the ones that stand. */
export async function keepLastWords(
  db: Database,
  caller: CurrentUser,
  of: Named,
  { body, title }: { body: string; title?: string },
): Promise<void> {
  const { named } = await db.transaction((db) => lockNamed(db, of))
  const words = title === undefined ? { body } : { body, title }
  const isSaid = named.body === body && (!('title' in named) || named.title === title)
  if (!isSaid && named.removedAt === null) await changeOwn(db, caller, of, words)
}
