import { findPerson } from '../../accounts/find-person.ts'
import type { Database } from '../../platform/database/database.ts'

/** Name and address that receipts and mails about a payment go to. */
export async function readBuyer(
  db: Database,
  learnerId: string,
): Promise<{ name: string; email: string }> {
  const buyer = await findPerson(db, learnerId)
  if (!buyer) throw new Error(`learner ${learnerId} is gone`)
  return buyer
}
