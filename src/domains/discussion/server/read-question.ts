import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { nameOfWriter, type Writer, writerColumns } from '../../accounts/server/public-writer.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import { isPlayable } from '../../learning/place.ts'
import type * as contract from '../contract.ts'
import type { Answer, ListedQuestion, OpenQuestion, Question } from '../contract.ts'
import { similarityOf, similarQuery } from '../trigrams.ts'
import { isBlocked, isTeacher } from './ask-question.ts'
import {
  type AnswerRow,
  answers,
  discussionReports,
  type QuestionRow,
  questions,
} from './tables.ts'

type Reader = Pick<CurrentUser, 'learnerId'>

const { trigrams: _, ...columns } = getTableColumns(questions)
type Row = Omit<QuestionRow, 'trigrams'>
interface Found {
  question: Row
  writer: Writer
  film: number
}

/** Questions with who asked them and the film that their lesson has now. */
function selectQuestions(db: Database) {
  return db
    .select({ id: questions.id, question: columns, writer: writerColumns, film: videos.film })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.learnerId))
    .innerJoin(videos, eq(videos.id, questions.videoId))
    .$dynamic()
}

/** What its writer removed stands while somebody’s answer does. */
const stands = or(isNull(questions.removedAt), gt(questions.answers, 0))

/** Newest first; of others only what is not hidden. */
export async function listQuestions(
  db: Database,
  reader: Reader,
  courseId: string,
  { cursor, limit, video_id: videoId, own }: QueryOf<typeof contract.listQuestions>,
): Promise<ResponseOf<typeof contract.listQuestions>> {
  const isMine = eq(questions.learnerId, reader.learnerId)
  const rows = await selectQuestions(db)
    .where(
      and(
        eq(questions.courseId, courseId),
        videoId === undefined ? undefined : eq(questions.videoId, videoId),
        own ? isMine : isNull(questions.hiddenBecause),
        stands,
        isBehind(questions.askedAt, questions.id, cursor),
      ),
    )
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return { questions: page.map((found) => describeQuestion(found, reader)), next_cursor }
}

/** So many that have a word in common are compared. */
const candidatesAtMost = 1_000
const similarAtMost = 5
const similarFrom = 0.2

/** The likest of a course, the likest first. */
export async function listSimilar(
  db: Database,
  reader: Reader,
  courseId: string,
  text: string,
): Promise<Question[]> {
  const query = similarQuery(text)
  if (query === null) return []
  const candidates = db
    .select({ id: questions.id, trigrams: questions.trigrams })
    .from(questions)
    .where(
      and(
        eq(questions.courseId, courseId),
        isNull(questions.hiddenBecause),
        sql`${questions.trigrams} @@ ${query.candidates}::tsquery`,
      ),
    )
    .limit(candidatesAtMost)
    .as('candidates')
  const rows = await selectQuestions(db)
    .innerJoin(candidates, eq(candidates.id, questions.id))
    // By the letters of both, a long title a little less.
    .orderBy(desc(sql`ts_rank(${candidates.trigrams}, ${query.ranked}::tsquery, 1)`))
    .limit(4 * similarAtMost)
  return rows
    .map((found) => ({ found, similarity: similarityOf(found.question.title, text) }))
    .filter(({ similarity }) => similarity >= similarFrom)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, similarAtMost)
    .map(({ found }) => describeQuestion(found, reader))
}

/** For who has the course, teaches, and of what is hidden who asked. Refused with `question_not_found`. */
export async function findQuestion(db: Database, caller: CurrentUser, id: string): Promise<Found> {
  const [found] = await selectQuestions(db).where(eq(questions.id, id))
  if (!found) throw new ProblemError('question_not_found')
  if (isTeacher(caller)) return found
  const { courseId, learnerId, hiddenBecause, removedAt, answers } = found.question
  const isMine = learnerId === caller.learnerId
  const isSeen = (hiddenBecause === null || isMine) && (removedAt === null || answers > 0)
  if (!isSeen || !(await isOwned(db, caller.learnerId, courseId))) {
    throw new ProblemError('question_not_found')
  }
  return found
}

/** A question with a page of its answers. */
export async function openQuestion(
  db: Database,
  caller: CurrentUser,
  id: string,
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number } = {},
): Promise<OpenQuestion> {
  const found = await findQuestion(db, caller, id)
  const { question } = found
  const [of] = await db
    .select({ course: courses.title, lesson: videos.title })
    .from(courses)
    .innerJoin(videos, eq(videos.id, question.videoId))
    .where(eq(courses.id, question.courseId))
  // Of removed ones the place stays where something was hidden; staff also find what was reported.
  const isTold = or(
    isNull(answers.removedAt),
    isNotNull(answers.hiddenBecause),
    isTeacher(caller) ? isNotNull(answers.wordsBefore) : undefined,
  )
  const mayWrite = !(await isBlocked(db, caller.learnerId, question.courseId))
  const rows = await selectAnswers(db)
    .where(
      and(
        eq(answers.questionId, id),
        isTold,
        isBehind(answers.writtenAt, answers.id, cursor, true),
      ),
    )
    .orderBy(asc(answers.writtenAt), asc(answers.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  const reports = isTeacher(caller) ? await countReports(db, id) : new Map<string | null, number>()
  return {
    ...describeQuestion(found, caller),
    html: renderMarkdown(question.body),
    own_words: ownWordsOf(question, caller),
    words_before: isTeacher(caller) ? question.wordsBefore : null,
    reports: reports.get(null) ?? 0,
    course_title: of?.course ?? '',
    lesson_title: of?.lesson ?? '',
    may_write: mayWrite,
    may_solve:
      isTeacher(caller) || (question.removedAt === null && question.learnerId === caller.learnerId),
    shown_answers: page.map((answer) => ({
      ...describeAnswer(answer, caller),
      reports: reports.get(answer.id) ?? 0,
    })),
    next_cursor,
  }
}

/** By answer; null: of the question itself. */
async function countReports(db: Database, questionId: string): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ answerId: discussionReports.answerId, reports: count() })
    .from(discussionReports)
    .where(eq(discussionReports.questionId, questionId))
    .groupBy(discussionReports.answerId)
  return new Map(rows.map(({ answerId, reports }) => [answerId, reports]))
}

function selectAnswers(db: Database) {
  return db
    .select({ id: answers.id, answer: answers, writer: writerColumns })
    .from(answers)
    .innerJoin(users, eq(users.id, answers.learnerId))
    .$dynamic()
}

export async function readAnswer(db: Database, caller: CurrentUser, id: string): Promise<Answer> {
  const [found] = await selectAnswers(db).where(eq(answers.id, id))
  if (!found) throw new ProblemError('question_not_found')
  return describeAnswer(found, caller)
}

function ownWordsOf(
  { learnerId, removedAt, body }: Pick<QuestionRow, 'learnerId' | 'removedAt' | 'body'>,
  caller: CurrentUser,
): string | null {
  return learnerId === caller.learnerId && removedAt === null ? body : null
}

/** What is hidden keeps its place, and says why; its words are for its writer and for staff. */
function describeAnswer(
  { answer, writer }: { answer: AnswerRow; writer: Writer },
  caller: CurrentUser,
): Answer {
  const isOwn = answer.learnerId === caller.learnerId
  const isSeen = answer.hiddenBecause === null || isOwn || isTeacher(caller)
  return {
    id: answer.id,
    html: isSeen ? renderMarkdown(answer.body) : '',
    by: isSeen ? nameOfWriter(writer) : null,
    is_teachers: answer.isTeachers,
    is_own: isOwn,
    reports: 0,
    written_at: answer.writtenAt.toISOString(),
    is_edited: answer.editedAt !== null,
    is_removed: answer.removedAt !== null,
    own_words: ownWordsOf(answer, caller),
    words_before: isTeacher(caller) ? answer.wordsBefore : null,
    hidden_because: answer.hiddenBecause,
  }
}

/** Those that wait oldest first, the others newest first. */
export async function listForStaff(
  db: Database,
  reader: Reader,
  { filter, cursor, limit }: QueryOf<typeof contract.listQuestionsForStaff>,
): Promise<ResponseOf<typeof contract.listQuestionsForStaff>> {
  const isWaiting = filter === 'waiting'
  const inOrder = isWaiting ? asc : desc
  const chosen: Record<typeof filter, SQL | undefined> = {
    waiting: waits,
    reported: sql`${questions.id} in (select ${discussionReports.questionId} from ${discussionReports})`,
    hidden: sql`${questions.hiddenBecause} is not null`,
    all: undefined,
  }
  const rows = await db
    .select({
      id: questions.id,
      question: columns,
      writer: writerColumns,
      film: videos.film,
      course: courses.title,
      lesson: videos.title,
      reports: db.$count(discussionReports, eq(discussionReports.questionId, questions.id)),
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.learnerId))
    .innerJoin(videos, eq(videos.id, questions.videoId))
    .innerJoin(courses, eq(courses.id, questions.courseId))
    .where(and(chosen[filter], isBehind(questions.askedAt, questions.id, cursor, isWaiting)))
    .orderBy(inOrder(questions.askedAt), inOrder(questions.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  const described = page.map(
    ({ course, lesson, reports, ...found }): ListedQuestion => ({
      ...describeQuestion(found, reader),
      course_title: course,
      lesson_title: lesson,
      reports,
    }),
  )
  return { questions: described, next_cursor }
}

/** By an index of these, and of the few that were removed. */
const waits = sql`${questions.answers} = 0 and ${questions.solvedAt} is null
  and ${questions.hiddenBecause} is null and ${questions.removedAt} is null`

const countedAtMost = 100

export async function countWaiting(db: Database): Promise<number> {
  const some = db.select({ id: questions.id }).from(questions).where(waits).limit(countedAtMost)
  return db.$count(some.as('waiting'))
}

export function describeQuestion({ question, writer, film }: Found, reader: Reader): Question {
  return {
    id: question.id,
    course_id: question.courseId,
    video_id: question.videoId,
    film: question.film,
    at_second: question.atSecond,
    is_playable: question.film !== null && isPlayable({ film: question.film }, film),
    title: question.title,
    by: question.removedAt === null ? nameOfWriter(writer) : null,
    is_own: question.learnerId === reader.learnerId,
    asked_at: question.askedAt.toISOString(),
    answers: question.answers,
    is_solved: question.solvedAt !== null,
    is_edited: question.editedAt !== null,
    is_removed: question.removedAt !== null,
    hidden_because: question.hiddenBecause,
  }
}
