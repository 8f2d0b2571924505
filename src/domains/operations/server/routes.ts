import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import * as operations from '../contract.ts'
import { readChecklist, testItem } from './checks/run-checks.ts'
import {
  describeFirstRun,
  type FirstRunDependencies,
  readFirstRunState,
  setFirstRunState,
} from './first-run.ts'
import { readGrievanceOfficer, setGrievanceOfficer } from './grievance-officer.ts'

export function operationsRoutes(serve: Serve, deps: FirstRunDependencies): void {
  const { db } = deps

  serve(operations.getChecklist, async () => ({
    items: await readChecklist(deps),
    grievance_officer: await readGrievanceOfficer(db),
    first_run: await readFirstRunState(db),
  }))

  serve(operations.getFirstRun, () => describeFirstRun(deps))

  serve(operations.setFirstRun, async ({ body }) => {
    await setFirstRunState(db, body.state)
    return describeFirstRun(deps)
  })

  serve(operations.testChecklistItem, async ({ params, caller, audit }) => {
    const tested = await testItem(deps, params.item, caller)
    if (!tested) throw new ProblemError('not_found')
    const subject = { kind: 'checklist item', id: params.item }
    await audit(db, { subject, after: { state: tested.state } })
    return tested
  })

  serve(operations.setGrievanceOfficer, async ({ body, audit }) => {
    await db.transaction(async (db) => {
      const before = await readGrievanceOfficer(db)
      await setGrievanceOfficer(db, body)
      await audit(db, { subject: { kind: 'grievance officer', id: 'all' }, before, after: body })
    })
    return body
  })

  serve(operations.getGrievanceOfficer, async () => ({
    grievance_officer: await readGrievanceOfficer(db),
  }))
}
