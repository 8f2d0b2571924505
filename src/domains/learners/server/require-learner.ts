import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import { hasRight } from '../../../http/rights.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from '../../accounts/server/tables.ts'

export type LearnerRow = typeof users.$inferSelect

/** Somebody who has an account, locked until the transaction ends. Refused with `learner_not_found` and `learner_erased`. */
export async function requireLearner(db: Database, id: string): Promise<LearnerRow> {
  const [person] = await db.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!person) throw new ProblemError('learner_not_found')
  if (person.erasedAt !== null) throw new ProblemError('learner_erased')
  return person
}

/**
 * The same for acts on the account itself: that of staff is in the hands of who manages staff, or
 * support could take over an owner's. Refused with `of_staff`, too.
 */
export async function requireManageable(
  db: Database,
  caller: CurrentUser,
  id: string,
): Promise<LearnerRow> {
  const person = await requireLearner(db, id)
  if (person.role !== null && !hasRight(caller.role, 'staff')) throw new ProblemError('of_staff')
  return person
}
