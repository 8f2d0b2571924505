import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'

/** Name and address that receipts and mails about a payment go to. */
export async function readBuyer(
  db: Database,
  learnerId: string,
): Promise<{ name: string; email: string }> {
  const { rows } = await db.execute<{ name: string; email: string }>(
    sql`select name, email from users where id = ${learnerId}`,
  )
  const buyer = rows[0]
  if (!buyer) throw new Error(`learner ${learnerId} is gone`)
  return buyer
}
