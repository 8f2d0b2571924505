import type { BodyOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { endMyStudyPlan, getPushKey, saveMyStudyPlan } from '../contract.ts'

export type PlanInput = BodyOf<typeof saveMyStudyPlan>

export const studyPlanQuery = query(['study-plan'], () => call('GET /my-account/study-plan', {}))

export function requestSavePlan(body: PlanInput): Promise<ResponseOf<typeof saveMyStudyPlan>> {
  return call('PUT /my-account/study-plan', { body })
}

export function requestEndPlan(): Promise<ResponseOf<typeof endMyStudyPlan>> {
  return call('DELETE /my-account/study-plan', {})
}

export function fetchPushKey(): Promise<ResponseOf<typeof getPushKey>> {
  return call('GET /my-account/push-key', {})
}
