import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import { acceptJsonAs } from '../../../http/server/parse-json.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import { networkOf } from '../../accounts/server/network-of.ts'
import * as operations from '../contract.ts'
import { readChecklist, testItem } from './checks/run-checks.ts'
import { keepViolations, listViolations } from './csp-reports.ts'
import {
  describeFirstRun,
  type FirstRunDependencies,
  readFirstRunState,
  setFirstRunState,
} from './first-run.ts'
import { readGrievanceOfficer, setGrievanceOfficer } from './grievance-officer.ts'

interface RoutesDependencies extends FirstRunDependencies {
  limits: Pick<Limits, 'cspReportByNetwork'>
  /** A `serve` of this scope. */
  serveIn: (app: FastifyInstance) => Serve
}

export function operationsRoutes(
  app: FastifyInstance,
  serve: Serve,
  deps: RoutesDependencies,
): void {
  const { db, limits } = deps

  void app.register(async (app) => {
    acceptJsonAs(app, ['application/reports+json', 'application/csp-report'])
    deps.serveIn(app)(
      operations.reportViolations,
      async ({ body, ip }) => {
        await consumeAttempt([limits.cspReportByNetwork(networkOf(ip))])
        await keepViolations(db, body)
        return {}
      },
      { bodyInBytes: 32 * 1024 },
    )
  })

  serve(operations.getChecklist, async () => ({
    items: await readChecklist(deps),
    grievance_officer: await readGrievanceOfficer(db),
    first_run: await readFirstRunState(db),
    stopped: await listViolations(db),
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

  serve(operations.setGrievanceOfficer, async ({ body: { before: seen, ...body }, audit }) => {
    await db.transaction(async (db) => {
      await lockUntilCommit(db, 'grievance officer')
      const before = await readGrievanceOfficer(db)
      if (seen !== undefined && !isDeepStrictEqual(seen, before)) {
        if (isDeepStrictEqual(body, before)) return // by this call, whose answer was lost
        throw new ProblemError('settings_changed')
      }
      await setGrievanceOfficer(db, body)
      await audit(db, { subject: { kind: 'grievance officer', id: 'all' }, before, after: body })
    })
    return body
  })

  serve(operations.getGrievanceOfficer, async () => ({
    grievance_officer: await readGrievanceOfficer(db),
  }))
}
