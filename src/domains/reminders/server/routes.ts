import type { Serve } from '../../../http/server/serve.ts'
import * as contract from '../contract.ts'
import type { ReminderDependencies } from './dependencies.ts'
import { endPlan, readPlan, savePlan } from './keep-plan.ts'
import { findPushKey } from './push-keys.ts'

type RoutesDependencies = Pick<ReminderDependencies, 'db' | 'followed'>

export function remindersRoutes(serve: Serve, deps: RoutesDependencies): void {
  const kept = { db: deps.db, ...deps.followed }
  const answer = async (learnerId: string) => ({ plan: await readPlan(kept.db, learnerId) })

  serve(contract.getMyStudyPlan, ({ caller }) => answer(caller.learnerId))
  serve(contract.saveMyStudyPlan, async ({ body, caller }) => {
    await savePlan(kept, caller, body)
    return answer(caller.learnerId)
  })
  serve(contract.endMyStudyPlan, async ({ caller: { learnerId } }) => {
    await endPlan(kept.db, learnerId)
    return answer(learnerId)
  })
  serve(contract.getPushKey, async () => ({ public_key: await findPushKey(kept) }))
}
