import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { buyerTaxDetails, taxDocuments } from './tables.ts'

/**
 * The documents of both accounts, each with all that is printed on it. Where the buyer is stays as the
 * account that stays says, if it says so. Inside the transaction that joins.
 */
export async function joinTax(db: Database, { fromId, intoId }: Joined): Promise<void> {
  await db.update(taxDocuments).set({ learnerId: intoId }).where(eq(taxDocuments.learnerId, fromId))
  const details = await db
    .delete(buyerTaxDetails)
    .where(eq(buyerTaxDetails.learnerId, fromId))
    .returning()
  if (details.length === 0) return
  await db
    .insert(buyerTaxDetails)
    .values(details.map((said) => ({ ...said, learnerId: intoId })))
    .onConflictDoNothing()
}
