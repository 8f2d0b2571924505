import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { users } from '../../accounts/server/tables.ts'
import * as contract from '../contract.ts'
import {
  addChild,
  type ChildrenDependencies,
  listChildren,
  shareCourse,
  withdrawConsent,
} from './children.ts'
import { changeNominee, type NomineeDependencies, readNominee } from './nominee.ts'

const options = { bodyInBytes: 8 * 1024 }

export function representativesRoutes(
  serve: Serve,
  deps: ChildrenDependencies & NomineeDependencies,
): void {
  const { db } = deps

  serve(contract.getMyNominee, async ({ caller }) => ({
    nominee: await readNominee(db, caller.learnerId),
  }))

  serve(
    contract.saveMyNominee,
    async ({ body, caller }) => ({ nominee: await changeNominee(deps, caller, body) }),
    options,
  )

  serve(contract.removeMyNominee, async ({ caller }) => ({
    nominee: await changeNominee(deps, caller, null),
  }))

  serve(contract.showNominee, ({ params: { id }, body: { reason }, audit }) =>
    db.transaction(async (db) => {
      if ((await db.$count(users, eq(users.id, id))) === 0) {
        throw new ProblemError('learner_not_found')
      }
      const nominee = await readNominee(db, id)
      // Whom they saw is not kept in a log that nobody can erase.
      await audit(db, {
        subject: { kind: 'learner', id },
        after: { has_nominee: nominee !== null },
        reason,
      })
      return { nominee }
    }),
  )

  serve(contract.listMyChildren, async ({ caller }) => ({
    children: await listChildren(db, caller.learnerId),
  }))

  serve(
    contract.addChild,
    async ({ body, caller }) => {
      await addChild(deps, caller, body)
      return { children: await listChildren(db, caller.learnerId) }
    },
    options,
  )

  serve(contract.withdrawConsent, async ({ params, caller }) => {
    await withdrawConsent(deps, caller, params.id)
    return { children: await listChildren(db, caller.learnerId) }
  })

  serve(contract.shareCourse, async ({ params, body, caller }) => {
    await shareCourse(deps, caller, { childId: params.id, courseId: body.course_id })
    return { children: await listChildren(db, caller.learnerId) }
  })
}
