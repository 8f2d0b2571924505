import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import type { saveMyStudyPlan } from '../contract.ts'
import { askBrowser, canBePushed } from './ask-browser.ts'
import type { PlanInput } from './queries.ts'

interface SavedPlan {
  plan: ResponseOf<typeof saveMyStudyPlan>['plan']
  /** Why this browser gets no messages, where another was to get them before. */
  refusal: string | null
}

/** Asks the browser where it is to get messages; its no is in the way only of who chooses them anew. */
export async function savePlan(
  { weekdays, hour, minutes, reminded_by }: PlanInput,
  held: PlanInput['reminded_by'],
): Promise<SavedPlan> {
  let browser: PlanInput['browser']
  let refusal: string | null = null
  if (reminded_by === 'push' && canBePushed()) {
    try {
      browser = await askBrowser()
    } catch (error) {
      if (held !== 'push' || !(error instanceof Error)) throw error
      refusal = error.message
    }
  }
  const { plan } = await call('PUT /my-account/study-plan', {
    body: { weekdays, hour, minutes, reminded_by, browser },
  })
  return { plan, refusal }
}
