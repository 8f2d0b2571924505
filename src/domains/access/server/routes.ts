import type { Serve } from '../../../http/server/serve.ts'
import type { Database } from '../../../platform/database/database.ts'
import { explainMyAccess } from '../contract.ts'
import { isOwned } from './check-access.ts'
import { type AccessEntry, explainAccess } from './explain-access.ts'

export function accessRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(explainMyAccess, async ({ params, caller }) => ({
    owned: await isOwned(db, caller.learnerId, params.course_id),
    history: (await explainAccess(db, caller.learnerId, params.course_id)).map(describeEntry),
  }))
}

/** A ledger row as people see it. */
export function describeEntry(entry: AccessEntry): {
  at: string
  change: AccessEntry['change']
  reason: string
} {
  return { at: entry.createdAt.toISOString(), change: entry.change, reason: entry.reason }
}
