import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { sessions } from '../tables.ts'

/**
 * Notes that a session has shown once more whose it is; by a second step, staff may work in it. Refused
 * with `not_signed_in` if it has ended meanwhile.
 */
export async function markSession(
  db: Database,
  sessionHash: Buffer,
  { isSecondStep }: { isSecondStep: boolean },
): Promise<void> {
  const { secondStepAt } = sessions
  const marked = await db
    .update(sessions)
    .set({
      steppedUpAt: sql`now()`,
      ...(isSecondStep && { secondStepAt: sql`coalesce(${secondStepAt}, now())` }),
    })
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ userId: sessions.userId })
  if (marked.length === 0) throw new ProblemError('not_signed_in')
}
