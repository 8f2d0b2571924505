import { and, asc, desc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import { entitlements } from '../../access/server/tables.ts'
import { findPlan, listNotDue, type OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import { type Assignment, assignment, dueOn, mayHandIn } from '../assignment.ts'
import type * as contract from '../contract.ts'
import type { AssignmentState, VersionPage } from '../contract.ts'
import type { OfLesson } from './hand-in.ts'
import { assignments, submissionAnswers, submissionFiles, submissions } from './tables.ts'

type OfLearner = OfLesson & { learnerId: string }

/** What is asked for now. Refused with `assignment_not_found`. */
export async function findPresent(db: Database, of: OfLesson): Promise<Assignment> {
  const [found] = await db.select().from(assignments).where(isOf(of))
  if (!found || found.retiredAt !== null) throw new ProblemError('assignment_not_found')
  return assignment.parse(found.settings)
}

function isOf({ courseId, videoId }: OfLesson) {
  return and(eq(assignments.videoId, videoId), eq(assignments.courseId, courseId))
}

/** For its learner. One that left the course is there for who handed something in. */
export async function readState(
  db: Database,
  of: OfLearner,
  page: VersionPage = {},
): Promise<AssignmentState> {
  const [found] = await db
    .select({ row: assignments, since: entitlements.since, latest: submissions })
    .from(assignments)
    // Whoever has just handed in may have given the course back meanwhile.
    .leftJoin(
      entitlements,
      and(eq(entitlements.learnerId, of.learnerId), eq(entitlements.courseId, of.courseId)),
    )
    .leftJoin(submissions, isLatestOf(of.learnerId))
    .where(isOf(of))
  if (!found || (found.row.retiredAt !== null && found.latest === null))
    throw new ProblemError('assignment_not_found')
  const settings = assignment.parse(found.row.settings)
  return {
    ...describeAsked(settings),
    accepts: settings.accepts,
    due_on: found.since && dueOn(found.since, settings),
    may_hand_in: found.row.retiredAt === null && mayHandIn(found.latest?.outcome ?? null),
    ...(await listVersions(db, of, page)),
  }
}

export function describeAsked({ title, instructions, highest_mark }: Assignment) {
  return { title, instructions_html: renderMarkdown(instructions), highest_mark }
}

/** What a learner has handed in for a lesson, newest first. */
export async function listVersions(
  db: Database,
  { learnerId, videoId }: { learnerId: string; videoId: string },
  { cursor, limit = 50 }: VersionPage,
): Promise<Pick<AssignmentState, 'submissions' | 'versions' | 'next_cursor'>> {
  const isTheirs = and(eq(submissions.learnerId, learnerId), eq(submissions.videoId, videoId))
  const rows = await db
    .select({ id: submissions.id, submission: submissions, file: submissionFiles })
    .from(submissions)
    .leftJoin(submissionFiles, eq(submissionFiles.id, submissions.fileId))
    .where(and(isTheirs, isBehind(submissions.handedInAt, submissions.id, cursor)))
    .orderBy(desc(submissions.handedInAt), desc(submissions.id))
    .limit(limit + 1)
  const { page: found, next_cursor } = cutPage(rows, limit)
  const answers = await db
    .select()
    .from(submissionAnswers)
    .where(
      inArray(
        submissionAnswers.submissionId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(submissionAnswers.number))
  const described = found.map(({ submission: { id, text, handedInAt }, file }) => ({
    id,
    text,
    file: file && { name: file.filename, size_in_bytes: file.sizeInBytes },
    handed_in_at: handedInAt.toISOString(),
    answers: answers
      .filter(({ submissionId }) => submissionId === id)
      .map(({ outcome, mark, highestMark, words, answeredAt }) => ({
        outcome,
        mark,
        highest_mark: highestMark,
        words,
        answered_at: answeredAt.toISOString(),
      })),
  }))
  return {
    submissions: described,
    versions: await db.$count(submissions, isTheirs),
    next_cursor,
  }
}

const isLatestOf = (learnerId: string) =>
  and(
    eq(submissions.learnerId, learnerId),
    eq(submissions.videoId, assignments.videoId),
    eq(submissions.isLatest, true),
  )
const isShown = or(isNull(assignments.retiredAt), isNotNull(submissions.id))

/** Those of a course, for its classroom. As many as it has lessons at most. */
export async function listOfCourse(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<ResponseOf<typeof contract.listAssignments>> {
  const found = await db
    .select({ videoId: assignments.videoId, id: submissions.id, outcome: submissions.outcome })
    .from(assignments)
    .leftJoin(submissions, isLatestOf(learnerId))
    .where(and(eq(assignments.courseId, courseId), isShown))
  return found.map(({ videoId, id, outcome }) => ({
    video_id: videoId,
    outcome,
    is_handed_in: id !== null,
  }))
}

const noDay = '9999-12-31'
const dueDay = sql<string>`coalesce(india_day(${entitlements.since})
  + (${assignments.settings} ->> 'due_days')::integer, ${noDay}::date)::text`

/**
 * Those of all courses that a learner has, the next due first. As many rows are read as their courses have
 * assignments, however many learners there are. What lies in lessons that are not open is left out; what left
 * the course is there for who handed something in.
 */
export async function listMine(
  deps: OpeningDependencies,
  learnerId: string,
  { cursor, limit }: QueryOf<typeof contract.listMyAssignments>,
): Promise<ResponseOf<typeof contract.listMyAssignments>> {
  const [, day, behind] = /^(\d{4}-\d\d-\d\d) (.+)$/.exec(cursor ?? '') ?? []
  const hidden = await listHidden(deps, learnerId)
  const found = await deps.db
    .select({
      assignment: assignments,
      due: dueDay,
      courseTitle: courses.title,
      lessonTitle: videos.title,
      submission: submissions,
      answer: submissionAnswers,
    })
    .from(entitlements)
    .innerJoin(assignments, eq(assignments.courseId, entitlements.courseId))
    .innerJoin(courses, eq(courses.id, assignments.courseId))
    .innerJoin(videos, eq(videos.id, assignments.videoId))
    .leftJoin(submissions, isLatestOf(learnerId))
    .leftJoin(
      submissionAnswers,
      and(
        eq(submissionAnswers.submissionId, submissions.id),
        eq(submissionAnswers.number, submissions.answers),
      ),
    )
    .where(
      and(
        eq(entitlements.learnerId, learnerId),
        isShown,
        notInArray(assignments.videoId, hidden),
        day === undefined
          ? undefined
          : sql`(${dueDay}, ${assignments.videoId}) > (${day}, ${behind})`,
      ),
    )
    .orderBy(asc(dueDay), asc(assignments.videoId))
    .limit(limit + 1)
  const rows = found.map((row) => ({ ...row, id: `${row.due} ${row.assignment.videoId}` }))
  const { page, next_cursor } = cutPage(rows, limit)
  return {
    assignments: page.map(
      ({ assignment: row, due, courseTitle, lessonTitle, submission, answer }) => {
        const settings = assignment.parse(row.settings)
        return {
          course_id: row.courseId,
          course_title: courseTitle,
          video_id: row.videoId,
          lesson_title: lessonTitle,
          title: settings.title,
          due_on: due === noDay ? null : due,
          handed_in_at: submission?.handedInAt.toISOString() ?? null,
          outcome: submission?.outcome ?? null,
          mark: answer?.mark ?? null,
          highest_mark: answer?.highestMark ?? settings.highest_mark,
          has_left: row.retiredAt !== null,
        }
      },
    ),
    next_cursor,
  }
}

/** The lessons of the learner's courses with assignments that are not open for them yet. */
async function listHidden(deps: OpeningDependencies, learnerId: string): Promise<string[]> {
  const asking = await deps.db
    .selectDistinct({ courseId: assignments.courseId })
    .from(entitlements)
    .innerJoin(assignments, eq(assignments.courseId, entitlements.courseId))
    .where(eq(entitlements.learnerId, learnerId))
  const each = asking.map(async ({ courseId }) => {
    const plan = await findPlan(deps, courseId)
    return [...(await listNotDue(deps, { learnerId, courseId }, plan?.lessons ?? null)).keys()]
  })
  return (await Promise.all(each)).flat()
}
