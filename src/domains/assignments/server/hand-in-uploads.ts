import { ProblemError } from '../../../http/problem.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import type { HandInUploads } from '../../files/server/upload-routes.ts'
import { requireDue } from '../../learning/server/require-due.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import { claimFile, forgetFile } from './keep-file.ts'
import { findPresent } from './read-assignment.ts'

interface Dependencies extends OpeningDependencies {
  limits: Pick<Limits, 'submissionUploadByLearner'>
}

export function createHandInUploads(deps: Dependencies): HandInUploads {
  return {
    requireWanted: async (caller, of) => {
      await requireOwnCourse(deps.db, caller, of.courseId)
      await requireDue(deps, caller, of)
      const { accepts } = await findPresent(deps.db, of)
      if (accepts === 'text') throw new ProblemError('assignment_not_found')
      await consumeAttempt([deps.limits.submissionUploadByLearner(caller.learnerId)])
    },
    begin: (file) => claimFile(deps.db, { ...file, sha256: '' }),
    forget: (id) => forgetFile(deps.db, id),
  }
}
