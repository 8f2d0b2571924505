import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { blockAccount, unblockAccount } from '../../accounts/server/block-account.ts'
import { isBeingErased } from '../../privacy/server/erase/request-erasure.ts'
import { isConsented } from '../../representatives/server/children.ts'
import { requireManageable } from './require-learner.ts'

interface Blocking {
  id: string
  caller: CurrentUser
  audit: Audit
  reason: string
}

/** Keeps somebody from signing in and ends their sessions; owners and oneself are refused. */
export async function blockLearner(
  outer: Database,
  { id, caller, audit, reason }: Blocking,
): Promise<string> {
  if (id === caller.learnerId) throw new ProblemError('not_yourself')
  return outer.transaction(async (db) => {
    const person = await requireManageable(db, caller, id)
    if (person.role === 'owner') throw new ProblemError('owner_not_blockable')
    const isNew = await blockAccount(db, id, reason)
    await audit(db, {
      subject: { kind: 'learner', id },
      before: { blocked: !isNew },
      after: { blocked: true },
      reason,
    })
    return person.name
  })
}

export async function unblockLearner(
  outer: Database,
  { id, caller, audit, reason }: Blocking,
): Promise<string> {
  return outer.transaction(async (db) => {
    const person = await requireManageable(db, caller, id)
    if (await isBeingErased(db, id)) throw new ProblemError('learner_erased')
    if (!(await isConsented(db, id))) throw new ProblemError('consent_withdrawn')
    await unblockAccount(db, id)
    await audit(db, {
      subject: { kind: 'learner', id },
      before: { blocked: person.blockedAt !== null },
      after: { blocked: false },
      reason,
    })
    return person.name
  })
}
