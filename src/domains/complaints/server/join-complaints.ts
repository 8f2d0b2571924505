import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { complaints } from './tables.ts'

/** Their complaints are found in the account that stays. Inside the transaction that joins. */
export async function joinComplaints(db: Database, { fromId, intoId }: Joined): Promise<void> {
  await db.update(complaints).set({ learnerId: intoId }).where(eq(complaints.learnerId, fromId))
}
