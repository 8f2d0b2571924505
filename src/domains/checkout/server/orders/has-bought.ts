import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { orders } from '../tables.ts'

/** True if any order of theirs was ever completed, also one that was given back since. */
export async function hasBought(db: Database, learnerId: string): Promise<boolean> {
  const [bought] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.learnerId, learnerId), isNotNull(orders.completedAt)))
    .limit(1)
  return bought !== undefined
}
