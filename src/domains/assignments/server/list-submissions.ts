import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from '../../access/server/tables.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import { assignment, dueOn } from '../assignment.ts'
import type * as contract from '../contract.ts'
import type { ListedSubmission, OpenedSubmission, VersionPage } from '../contract.ts'
import { describeAsked, listVersions } from './read-assignment.ts'
import { assignments, submissions } from './tables.ts'

/** By an index of exactly these. */
const waits = and(eq(submissions.isLatest, true), isNull(submissions.outcome))

function selectListed(db: Database) {
  return db
    .select({
      id: submissions.id,
      submission: submissions,
      settings: assignments.settings,
      retiredAt: assignments.retiredAt,
      by: users.name,
      course: courses.title,
      lesson: videos.title,
      since: entitlements.since,
    })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.videoId, submissions.videoId))
    .innerJoin(users, eq(users.id, submissions.learnerId))
    .innerJoin(courses, eq(courses.id, submissions.courseId))
    .innerJoin(videos, eq(videos.id, submissions.videoId))
    .leftJoin(
      entitlements,
      and(
        eq(entitlements.learnerId, submissions.learnerId),
        eq(entitlements.courseId, submissions.courseId),
      ),
    )
    .$dynamic()
}

/** What waits oldest first, all newest first. */
export async function listForStaff(
  db: Database,
  { filter, cursor, limit }: QueryOf<typeof contract.listSubmissions>,
): Promise<ResponseOf<typeof contract.listSubmissions>> {
  const isWaiting = filter === 'waiting'
  const inOrder = isWaiting ? asc : desc
  const rows = await selectListed(db)
    .where(
      and(
        isWaiting ? waits : undefined,
        isBehind(submissions.handedInAt, submissions.id, cursor, isWaiting),
      ),
    )
    .orderBy(inOrder(submissions.handedInAt), inOrder(submissions.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return { submissions: page.map(describeListed), next_cursor }
}

const countedAtMost = 100

export async function countWaiting(db: Database): Promise<number> {
  const some = db.select({ id: submissions.id }).from(submissions).where(waits)
  return db.$count(some.limit(countedAtMost).as('waiting'))
}

/** Refused with `submission_not_found`. */
export async function openSubmission(
  db: Database,
  id: string,
  page: VersionPage = {},
): Promise<OpenedSubmission> {
  const [found] = await selectListed(db).where(eq(submissions.id, id))
  if (!found) throw new ProblemError('submission_not_found')
  return {
    ...describeListed(found),
    ...describeAsked(assignment.parse(found.settings)),
    ...(await listVersions(db, found.submission, page)),
  }
}

function describeListed(found: Awaited<ReturnType<typeof selectListed>>[number]): ListedSubmission {
  const { submission, since } = found
  const settings = assignment.parse(found.settings)
  return {
    id: submission.id,
    course_title: found.course,
    lesson_title: found.lesson,
    title: settings.title,
    learner_id: submission.learnerId,
    by: found.by,
    handed_in_at: submission.handedInAt.toISOString(),
    due_on: since && dueOn(since, settings),
    is_latest: submission.isLatest,
    outcome: submission.outcome,
    has_left: found.retiredAt !== null,
    has_course: since !== null,
  }
}
