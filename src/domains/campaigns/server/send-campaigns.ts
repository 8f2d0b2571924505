import type { CampaignDependencies } from './dependencies.ts'
import { beginDueCampaigns, freezeCampaigns } from './freeze-audience.ts'
import { queueCampaigns } from './queue-campaigns.ts'

/**
 * One round: what is due begins, audiences are written down, and the next few letters are queued. Any
 * number of processes may run it, and any may be killed. Resolves to how many people were dealt with;
 * what failed is thrown in the end, when all else is done.
 */
export async function sendCampaigns(
  deps: CampaignDependencies,
  stopping?: AbortSignal,
): Promise<number> {
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  await beginDueCampaigns(deps.db)
  await freezeCampaigns(deps.db, onFailure, stopping)
  const people = stopping?.aborted ? 0 : await queueCampaigns(deps, onFailure)
  if (failures.length > 0) throw failures[0]
  return people
}
