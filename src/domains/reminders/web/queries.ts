import type { BodyOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type { saveMyStudyPlan } from '../contract.ts'

export type PlanInput = BodyOf<typeof saveMyStudyPlan>

export const studyPlanQuery = query(['study-plan'], () => call('GET /my-account/study-plan', {}))
