import { and, eq, exists, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { hasRight, roles } from '../../../http/rights.ts'
import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { stripMarkdown } from '../../../platform/markdown/strip-markdown.ts'
import { dayInIndia, nextMorning } from '../../../shared/india-time.ts'
import { shortenText } from '../../../shared/shorten-text.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { nameOfWriter, writerColumns } from '../../accounts/server/public-writer.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type { MailFrequency } from '../mail-frequency.ts'
import type { DigestDependencies, NoticeDependencies } from './dependencies.ts'
import { isSeenAnswer } from './is-seen-answer.ts'
import { answerMail, digestMail, type Told } from './mail-templates.ts'
import {
  type AnswerRow,
  answers,
  discussionMails,
  discussionNotices,
  type QuestionRow,
  questions,
} from './tables.ts'

const teaching = roles.filter((role) => hasRight(role, 'courses'))
const isOfStaff = inArray(users.role, teaching)

/** What somebody said, else at once, and daily for who works here. */
const frequency = sql<MailFrequency>`coalesce(${discussionMails.frequency},
  case when ${users.role} is null then 'at_once' else 'daily' end)`

const longestExcerpt = 600

type Listener = Awaited<ReturnType<typeof selectListeners>>[number]

function selectListeners(db: Database) {
  return db
    .select({
      learnerId: users.id,
      email: users.email,
      name: users.name,
      frequency,
      isTeacher: sql<boolean>`coalesce(${isOfStaff}, false)`,
    })
    .from(users)
    .leftJoin(discussionMails, eq(discussionMails.learnerId, users.id))
    .$dynamic()
}

/** Inside the transaction that answers: who asked and who answered before, while they have the course or teach. */
export async function tellOfAnswer(
  deps: NoticeDependencies,
  db: Database,
  question: QuestionRow,
  answer: AnswerRow,
): Promise<void> {
  const answered = db
    .select({ learnerId: answers.learnerId })
    .from(answers)
    .where(and(eq(answers.questionId, question.id), isSeenAnswer, eq(answers.learnerId, users.id)))
  const listeners = await selectListeners(db).where(
    and(
      or(eq(users.id, question.learnerId), exists(answered)),
      ne(users.id, answer.learnerId),
      mayHear(question.courseId),
    ),
  )
  await tell(deps, db, listeners, newsOf(deps, db, question, answer))
}

/** Inside the transaction that asks. */
export async function tellOfQuestion(
  deps: NoticeDependencies,
  db: Database,
  question: QuestionRow,
): Promise<void> {
  await tellTeachers(deps, db, question.learnerId, newsOf(deps, db, question, null))
}

/** What is new, and how it is told. */
export interface News {
  /** For the mail of a day; without a question it is something that was handed in. */
  notice: { questionId: string; answerId: string | null } | null
  /** Of the mails at once. */
  cause: string
  /** Asked only if somebody is mailed at once. */
  write: () => Promise<(name: string) => MailTemplate>
}

/** All who teach but the one who sent it, inside the transaction in which it is sent. */
export async function tellTeachers(
  deps: NoticeDependencies,
  db: Database,
  learnerId: string,
  news: News,
): Promise<void> {
  const listeners = await selectListeners(db).where(
    and(isOfStaff, isNull(users.blockedAt), ne(users.id, learnerId)),
  )
  await tell(deps, db, listeners, news)
}

function mayHear(courseId: string) {
  return and(isNull(users.blockedAt), or(isOfStaff, ownsCourse(users.id, sql`${courseId}::text`)))
}

async function tell(
  deps: NoticeDependencies,
  db: Database,
  listeners: Listener[],
  { notice, cause, write }: News,
): Promise<void> {
  const daily = listeners.filter(({ frequency }) => frequency === 'daily')
  if (daily.length > 0) {
    const dueAt = nextMorning(await readNow(db))
    await db
      .insert(discussionNotices)
      .values(daily.map(({ learnerId }) => ({ learnerId, ...notice, dueAt })))
      .onConflictDoNothing()
  }
  const atOnce = listeners.filter(({ frequency }) => frequency === 'at_once')
  if (atOnce.length === 0) return
  const mailTo = await write()
  await deps.queueMail(
    db,
    atOnce.map(({ learnerId, email, name }) => ({
      to: email,
      template: () => mailTo(name),
      cause: `${cause}:${learnerId}`,
    })),
  )
}

function newsOf(
  { publicUrl }: NoticeDependencies,
  db: Database,
  question: QuestionRow,
  answer: AnswerRow | null,
): News {
  return {
    notice: { questionId: question.id, answerId: answer?.id ?? null },
    cause: `discussion:${answer?.id ?? question.id}`,
    write: async () => {
      const told = await describe(db, question, answer)
      return (name) => answerMail({ name, publicUrl: publicUrl(), ...told })
    },
  }
}

async function describe(
  db: Database,
  question: QuestionRow,
  answer: AnswerRow | null,
): Promise<Told> {
  const [course] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(eq(courses.id, question.courseId))
  const writerId = answer?.learnerId ?? question.learnerId
  const [writer] = await db.select(writerColumns).from(users).where(eq(users.id, writerId))
  return {
    courseId: question.courseId,
    videoId: question.videoId,
    id: question.id,
    courseTitle: course?.title ?? '',
    title: question.title,
    isAnswer: answer !== null,
    isTeachers: answer?.isTeachers ?? false,
    by: writer ? nameOfWriter(writer) : null,
    words: shortenText(stripMarkdown(answer?.body ?? question.body), longestExcerpt),
  }
}

const listedAtMost = 20

/** A morning is never so far ahead but by a clock that was wrong. */
const isDue = sql`(${discussionNotices.dueAt} <= now()
  or ${discussionNotices.dueAt} > now() + interval '25 hours')`

/**
 * One mail a day to each who wants it so, with what can still be seen and is still theirs. Each in a
 * transaction of its own: notices and mail go together, also of two processes.
 */
export async function sendDigests(deps: DigestDependencies, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const isSent = await deps.db.transaction(async (db) => {
      const [next] = await db
        .select({ learnerId: discussionNotices.learnerId })
        .from(discussionNotices)
        .where(isDue)
        .orderBy(discussionNotices.dueAt)
        .limit(1)
      if (!next) return false
      await sendDigest(deps, db, next.learnerId)
      return true
    })
    if (!isSent) return
  }
}

async function sendDigest(
  deps: DigestDependencies,
  db: Database,
  learnerId: string,
): Promise<void> {
  // Of two processes the second waits, and finds nothing.
  const gone = await db
    .delete(discussionNotices)
    .where(and(eq(discussionNotices.learnerId, learnerId), isDue))
    .returning()
  if (gone.length === 0) return
  const [listener] = await selectListeners(db).where(
    and(eq(users.id, learnerId), isNull(users.blockedAt)),
  )
  if (!listener || listener.frequency === 'never') return
  const ids = [...new Set(gone.flatMap(({ questionId }) => questionId ?? []))]
  const rows = await db
    .select({ question: questions, title: courses.title })
    .from(questions)
    .innerJoin(courses, eq(courses.id, questions.courseId))
    .innerJoin(users, eq(users.id, learnerId))
    .where(
      and(
        inArray(questions.id, ids),
        isNull(questions.hiddenBecause),
        isNull(questions.removedAt),
        or(isOfStaff, ownsCourse(users.id, questions.courseId)),
      ),
    )
    .orderBy(questions.askedAt)
  const hidden = await db
    .select({ id: answers.id })
    .from(answers)
    .where(
      and(
        inArray(
          answers.id,
          gone.flatMap(({ answerId }) => answerId ?? []),
        ),
        or(isNotNull(answers.hiddenBecause), isNotNull(answers.removedAt)),
      ),
    )
  const hiddenIds = new Set(hidden.map(({ id }) => id))
  const seen = gone.filter(({ answerId }) => answerId === null || !hiddenIds.has(answerId))
  const entries = rows.flatMap(({ question, title }) => {
    const of = seen.filter(({ questionId }) => questionId === question.id)
    if (of.length === 0) return []
    const { courseId, videoId, id } = question
    const answers = of.filter(({ answerId }) => answerId !== null).length
    return [{ courseId, videoId, id, courseTitle: title, title: question.title, answers }]
  })
  const isHandedIn = listener.isTeacher && gone.some(({ questionId }) => questionId === null)
  const handedIn = isHandedIn ? await deps.countHandedIn(db) : 0
  if (entries.length === 0 && handedIn === 0) return
  await deps.queueMail(db, {
    to: listener.email,
    template: () =>
      digestMail({
        name: listener.name,
        publicUrl: deps.publicUrl(),
        entries: entries.slice(0, listedAtMost),
        more: Math.max(0, entries.length - listedAtMost),
        handedIn,
      }),
    cause: `discussion-daily:${learnerId}:${dayInIndia()}:${gone[0]?.answerId ?? gone[0]?.questionId ?? 'handed-in'}`,
  })
}
