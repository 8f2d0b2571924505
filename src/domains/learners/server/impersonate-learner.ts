import { desc, eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { startImpersonation } from '../../accounts/server/start-impersonation.ts'
import { requireLearner } from './require-learner.ts'
import { supportViews } from './tables.ts'

interface View {
  token: string
  name: string
  expiresAt: Date
}

/** Opens a session that shows what a learner sees; they are told of it in their account. */
export async function impersonateLearner(
  outer: Database,
  { id, reason, caller, audit }: { id: string; reason: string; caller: CurrentUser; audit: Audit },
): Promise<View> {
  return outer.transaction(async (db) => {
    const { name, role, blockedAt } = await requireLearner(db, id)
    if (role !== null) throw new ProblemError('learner_is_staff')
    if (blockedAt !== null) throw new ProblemError('account_blocked')
    const viewerId = caller.learnerId
    const { token, expiresAt } = await startImpersonation(db, { userId: id, viewerId })
    await db
      .insert(supportViews)
      .values({ id: newId(), learnerId: id, viewerId, reason, expiresAt })
    const after = { expires_at: expiresAt.toISOString() }
    await audit(db, { subject: { kind: 'learner', id }, after, reason })
    return { token, name, expiresAt }
  })
}

const shownAtMost = 100

/** What a learner is told of looks at their account, newest first. */
export async function listImpersonations(
  db: Database,
  learnerId: string,
): Promise<{ at: string; reason: string }[]> {
  const views = await db
    .select({ startedAt: supportViews.startedAt, reason: supportViews.reason })
    .from(supportViews)
    .where(eq(supportViews.learnerId, learnerId))
    .orderBy(desc(supportViews.startedAt))
    .limit(shownAtMost)
  return views.map(({ startedAt, reason }) => ({ at: startedAt.toISOString(), reason }))
}
