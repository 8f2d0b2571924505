import {
  and,
  eq,
  exists,
  isNotNull,
  isNull,
  not,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { hasRight } from '../../../http/rights.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import type * as contract from '../contract.ts'
import { trigramsOf } from '../trigrams.ts'
import type { NoticeDependencies } from './dependencies.ts'
import { discussionBlocks, questions } from './tables.ts'
import { tellOfQuestion } from './tell-by-mail.ts'

export function isTeacher({ role }: Pick<CurrentUser, 'role'>): boolean {
  return hasRight(role, 'courses')
}

/** For a larger statement: this person has the course, or teaches; and was not blocked in it. */
export function mayWrite(caller: CurrentUser, courseId: SQLWrapper): SQL | undefined {
  const me = sql`${caller.learnerId}::uuid`
  const blocks = new QueryBuilder()
    .select({ learnerId: discussionBlocks.learnerId })
    .from(discussionBlocks)
    .where(and(eq(discussionBlocks.courseId, courseId), eq(discussionBlocks.learnerId, me)))
  return and(isTeacher(caller) ? undefined : ownsCourse(me, courseId), not(exists(blocks)))
}

/**
 * Asks; a repeated call asks once. Whether they may is decided by the statement that writes. Refused with
 * `course_not_owned`, `course_not_found`, `discussion_blocked` and `video_not_found`.
 */
export async function askQuestion(
  deps: NoticeDependencies,
  caller: CurrentUser,
  courseId: string,
  { id = newId(), title, body, ...asked }: BodyOf<typeof contract.askQuestion>,
): Promise<string> {
  const lesson = and(
    eq(videos.id, asked.video_id),
    eq(videos.courseId, courseId),
    isNotNull(videos.publishedAt),
    isNull(videos.retiredAt),
  )
  const isAsked = await deps.db.transaction(async (db) => {
    const made = await db
      .insert(questions)
      .select(
        db
          .select({
            id: sql`${id}::uuid`.as('id'),
            courseId: videos.courseId,
            videoId: videos.id,
            film: sql`${asked.film}::integer`.as('film'),
            atSecond: sql`${asked.at_second}::integer`.as('at_second'),
            learnerId: sql`${caller.learnerId}::uuid`.as('learner_id'),
            title: sql`${title}::text`.as('title'),
            body: sql`${body}::text`.as('body'),
            trigrams: sql`array_to_tsvector(${sql.param(trigramsOf(title))}::text[])`.as(
              'trigrams',
            ),
            askedAt: sql`clock_timestamp()`.as('asked_at'),
            answers: sql`0`.as('answers'),
            solvedAt: sql`null::timestamptz`.as('solved_at'),
            hiddenBecause: sql`null::text`.as('hidden_because'),
            editedAt: sql`null::timestamptz`.as('edited_at'),
            removedAt: sql`null::timestamptz`.as('removed_at'),
            wordsBefore: sql`null::text`.as('words_before'),
          })
          .from(videos)
          .where(and(lesson, mayWrite(caller, videos.courseId))),
      )
      .onConflictDoNothing()
      .returning()
    if (made[0]) await tellOfQuestion(deps, db, made[0])
    return made.length > 0
  })
  if (!isAsked && !(await wasAsked(deps.db, id, caller))) {
    await explainRefusal(deps.db, caller, courseId)
    throw new ProblemError('video_not_found')
  }
  return id
}

/** By an earlier call of the same. */
async function wasAsked(db: Database, id: string, { learnerId }: CurrentUser): Promise<boolean> {
  return (
    (await db.$count(questions, and(eq(questions.id, id), eq(questions.learnerId, learnerId)))) > 0
  )
}

/** Why somebody could not write. */
export async function explainRefusal(
  db: Database,
  caller: CurrentUser,
  courseId: string,
): Promise<void> {
  if (!isTeacher(caller)) await requireOwnCourse(db, caller, courseId)
  if (await isBlocked(db, caller.learnerId, courseId)) throw new ProblemError('discussion_blocked')
}

export async function isBlocked(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<boolean> {
  const { courseId: course, learnerId: learner } = discussionBlocks
  return (await db.$count(discussionBlocks, and(eq(course, courseId), eq(learner, learnerId)))) > 0
}
