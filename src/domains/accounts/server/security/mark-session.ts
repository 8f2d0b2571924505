import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { sessions } from '../tables.ts'

/** Notes that a session has shown once more whose it is; by a second step, staff may work in it. */
export async function markSession(
  db: Database,
  sessionHash: Buffer,
  { isSecondStep }: { isSecondStep: boolean },
): Promise<void> {
  const { secondStepAt } = sessions
  await db
    .update(sessions)
    .set({
      steppedUpAt: sql`now()`,
      ...(isSecondStep && { secondStepAt: sql`coalesce(${secondStepAt}, now())` }),
    })
    .where(eq(sessions.tokenHash, sessionHash))
}
