import { eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { users } from '../../../accounts/server/tables.ts'

/** Name and address that receipts and mails about an order go to. */
export async function readBuyer(
  db: Database,
  learnerId: string,
): Promise<{ name: string; email: string; language: string | null }> {
  const [buyer] = await db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, learnerId))
  if (!buyer) throw new Error(`learner ${learnerId} is gone`)
  return buyer
}
