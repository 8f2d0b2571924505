import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import { problems } from '../../../http/problems.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { consumeAttempt, type Limits, refundAttempt } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { users } from './tables.ts'

/**
 * Resolves to the hash of the caller's password, which they typed once more. Wrong tries are counted by
 * person: a session left open must not become a place to guess at. `field` is where a form says no.
 */
export async function requirePassword(
  { db, limits }: { db: Database; limits: Pick<Limits, 'loginByDevice' | 'adminLoginByDevice'> },
  caller: CurrentUser,
  typed: string,
  field = 'current_password',
): Promise<string> {
  const byDevice = caller.role !== null ? limits.adminLoginByDevice : limits.loginByDevice
  const buckets = [byDevice('change-password', caller.learnerId)]
  const [person] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, caller.learnerId))
  const present = person?.passwordHash ?? null
  await consumeAttempt(buckets)
  const isRight = await isPasswordRight(present, typed)
  if (!isRight || present === null) throw wrongPassword(field)
  await refundAttempt(buckets)
  return present
}

/** Names the field, so that a form can say it there. */
export function wrongPassword(field: string): ProblemError {
  const [, message] = problems.password_wrong
  return new ProblemError('password_wrong', { errors: [{ path: field, message }] })
}
