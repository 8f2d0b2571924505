import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { requireDue } from '../../learning/server/require-due.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import type { OfLesson } from './hand-in.ts'
import { findPresent } from './read-assignment.ts'

interface Dependencies extends OpeningDependencies {
  limits: Pick<Limits, 'submissionUploadByLearner'>
}

/** Asked before a learner's upload is begun: whether a file is wanted there, and of them. */
export function createMayHandIn(deps: Dependencies) {
  return async (caller: CurrentUser, of: OfLesson): Promise<void> => {
    await requireOwnCourse(deps.db, caller, of.courseId)
    await requireDue(deps, caller, of)
    const { accepts } = await findPresent(deps.db, of)
    if (accepts === 'text') throw new ProblemError('assignment_not_found')
    await consumeAttempt([deps.limits.submissionUploadByLearner(caller.learnerId)])
  }
}
