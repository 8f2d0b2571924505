import { ProblemError } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { readChecklist, testItem } from './checks/run-checks.ts'
import {
  getChecklist,
  getGrievanceOfficer,
  setGrievanceOfficer as setGrievanceOfficerEndpoint,
  testChecklistItem,
} from './contract.ts'
import type { OperationsDependencies } from './dependencies.ts'
import { readGrievanceOfficer, setGrievanceOfficer } from './grievance-officer.ts'

export function operationsRoutes(serve: Serve, deps: OperationsDependencies): void {
  const { db } = deps

  serve(getChecklist, async () => ({
    items: await readChecklist(deps),
    grievance_officer: await readGrievanceOfficer(db),
  }))

  serve(testChecklistItem, async ({ params, caller }) => {
    const tested = await testItem(deps, params.item, caller)
    if (!tested) throw new ProblemError('not_found')
    return tested
  })

  serve(setGrievanceOfficerEndpoint, async ({ body }) => {
    await setGrievanceOfficer(db, body)
    return body
  })

  serve(getGrievanceOfficer, async () => ({ grievance_officer: await readGrievanceOfficer(db) }))
}
