import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { users } from '../../accounts/server/tables.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { assignment } from '../assignment.ts'
import type * as contract from '../contract.ts'
import type { AssignmentDependencies } from './dependencies.ts'
import { submissionAnsweredMail } from './mail-templates.ts'
import { assignments, type SubmissionRow, submissionAnswers, submissions } from './tables.ts'

/**
 * Answers what was handed in last; a repeated call answers once. Refused with `submission_superseded` once
 * there is a newer version, and with `submission_answered` if there is an answer that the caller has not
 * seen. What left its course is not asked for again.
 */
export async function answerSubmission(
  deps: Pick<AssignmentDependencies, 'db' | 'queueMail' | 'publicUrl'>,
  submissionId: string,
  { id, after, outcome, mark, words }: BodyOf<typeof contract.answerSubmission>,
  audit: Audit,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    await lockAccess(db, await findSubmission(db, submissionId))
    const submission = await findSubmission(db, submissionId)
    const isSame = and(
      eq(submissionAnswers.id, id),
      eq(submissionAnswers.submissionId, submissionId),
    )
    if ((await db.$count(submissionAnswers, isSame)) > 0) return
    if (!submission.isLatest) throw new ProblemError('submission_superseded')
    if (submission.answers !== after) throw new ProblemError('submission_answered')
    const { learnerId, courseId, videoId } = submission
    const [found] = await db
      .select({
        settings: assignments.settings,
        retiredAt: assignments.retiredAt,
        lesson: videos.title,
      })
      .from(assignments)
      .innerJoin(videos, eq(videos.id, assignments.videoId))
      .where(eq(assignments.videoId, videoId))
    const { highest_mark: highestMark, title } = assignment.parse(found?.settings ?? {})
    const hasLeft = found !== undefined && found.retiredAt !== null
    if (hasLeft && outcome === 'again') {
      const message = t('It is no longer in the course, so no new version can be handed in.')
      throw new ProblemError('invalid_input', { errors: [{ path: 'outcome', message }] })
    }
    const given = { outcome, mark: outcome === 'marked' ? mark : null }
    if (outcome === 'marked' && (mark === null || mark > highestMark)) {
      const message = t('Please give a mark from 0 to {highest}.', { highest: highestMark })
      throw new ProblemError('invalid_input', { errors: [{ path: 'mark', message }] })
    }
    const number = after + 1
    const made = await db
      .insert(submissionAnswers)
      .values({ id, submissionId, number, ...given, highestMark, words })
      .onConflictDoNothing()
      .returning({ id: submissionAnswers.id })
    if (made.length === 0) throw new ProblemError('submission_exists')
    await db
      .update(submissions)
      .set({ answers: number, outcome })
      .where(eq(submissions.id, submissionId))
    const whose = { learner: learnerId, course: courseId, title: found?.lesson }
    await audit(db, {
      subject: { kind: 'submission', id: submissionId },
      before: { ...whose, answers: after, outcome: submission.outcome },
      after: { ...whose, answers: number, ...given },
    })
    await tell(deps, db, submission, { answerId: id, title, hasLeft, ...given, highestMark, words })
  })
}

async function findSubmission(db: Database, id: string): Promise<SubmissionRow> {
  const [found] = await db.select().from(submissions).where(eq(submissions.id, id))
  if (!found) throw new ProblemError('submission_not_found')
  return found
}

/** Whoever has the course still. */
async function tell(
  { queueMail, publicUrl }: Pick<AssignmentDependencies, 'queueMail' | 'publicUrl'>,
  db: Database,
  { learnerId, courseId, videoId }: SubmissionRow,
  {
    answerId,
    ...told
  }: { answerId: string; title: string } & Omit<
    Parameters<typeof submissionAnsweredMail>[0],
    'name' | 'publicUrl' | 'courseId' | 'videoId'
  >,
): Promise<void> {
  const [learner] = await db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, learnerId),
        isNull(users.blockedAt),
        ownsCourse(users.id, sql`${courseId}::text`),
      ),
    )
  if (!learner) return
  const { email, name } = learner
  await queueMail(db, {
    to: email,
    template: () =>
      submissionAnsweredMail({ name, publicUrl: publicUrl(), courseId, videoId, ...told }),
    cause: `assignment:${answerId}`,
  })
}
