import { and, eq, type SQL } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { consumeAttempt } from '../../accounts/server/limits.ts'
import { requireDue } from '../../learning/server/require-due.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import * as contract from '../contract.ts'
import { answerSubmission } from './answer-submission.ts'
import type { AssignmentDependencies } from './dependencies.ts'
import { handIn } from './hand-in.ts'
import { submissionKey } from './keep-file.ts'
import { countWaiting, listForStaff, openSubmission } from './list-submissions.ts'
import { listMine, listOfCourse, readState } from './read-assignment.ts'
import { submissionFiles, submissions } from './tables.ts'

export function assignmentRoutes(serve: Serve, deps: AssignmentDependencies): void {
  const { db, limits } = deps

  serve(contract.listAssignments, async ({ params: { course_id: courseId }, caller }) => {
    await requireOwnCourse(db, caller, courseId)
    return listOfCourse(db, { learnerId: caller.learnerId, courseId })
  })

  serve(contract.getAssignment, async ({ params, query, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    await requireDue(deps, caller, lessonOf(params))
    return readState(db, { learnerId: caller.learnerId, ...lessonOf(params) }, query)
  })

  serve(contract.handIn, async ({ params, body, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    await requireDue(deps, caller, lessonOf(params))
    await consumeAttempt([limits.submissionByLearner(caller.learnerId)])
    await handIn(deps, caller, lessonOf(params), body)
    return readState(db, { learnerId: caller.learnerId, ...lessonOf(params) })
  })

  serve(contract.getMySubmissionFile, async ({ params: { id }, caller }) => {
    const isOwn = and(eq(submissions.id, id), eq(submissions.learnerId, caller.learnerId))
    const found = await findFile(deps, isOwn)
    await requireOwnCourse(db, caller, found.of.courseId)
    await requireDue(deps, caller, found.of)
    return sendFile(deps, found)
  })

  serve(contract.listMyAssignments, ({ query, caller }) => listMine(deps, caller.learnerId, query))

  serve(contract.listSubmissions, ({ query }) => listForStaff(db, query))

  serve(contract.countWaitingSubmissions, async () => ({ count: await countWaiting(db) }))

  serve(contract.openSubmission, ({ params: { id }, query }) => openSubmission(db, id, query))

  serve(contract.getSubmissionFile, async ({ params: { id } }) =>
    sendFile(deps, await findFile(deps, eq(submissions.id, id))),
  )

  serve(contract.answerSubmission, async ({ params: { id }, body, audit }) => {
    await answerSubmission(deps, id, body, audit)
    return openSubmission(db, id)
  })
}

function lessonOf(params: { course_id: string; video_id: string }) {
  return { courseId: params.course_id, videoId: params.video_id }
}

async function findFile({ db }: AssignmentDependencies, where: SQL | undefined) {
  const [found] = await db
    .select({ of: submissions, file: submissionFiles })
    .from(submissions)
    .innerJoin(submissionFiles, eq(submissionFiles.id, submissions.fileId))
    .where(where)
  if (!found) throw new ProblemError('submission_not_found')
  return found
}

/** Whatever it is, the browser saves it. */
async function sendFile(
  { media }: AssignmentDependencies,
  { file }: Awaited<ReturnType<typeof findFile>>,
): Promise<StreamedResponse> {
  const content = await media.read(submissionKey(file.id))
  if (!content) throw new ProblemError('submission_not_found')
  return new StreamedResponse({
    name: file.filename,
    type: 'application/octet-stream',
    pieces: content.stream,
  })
}
