import { and, eq, lte, sql } from 'drizzle-orm'
import type { CheckoutDependencies } from '../dependencies.ts'
import { orders } from '../tables.ts'
import { fetchAndSettle } from './fetch-from-provider.ts'
import { claimedUntil, planNextCheck } from './plan-next-check.ts'

/** Asks about one order if it is due: claimed first, so that nobody else asks at the same time. */
export async function reconcileOrder(deps: CheckoutDependencies, orderId: string): Promise<void> {
  const [claimed] = await deps.db
    .update(orders)
    .set({ nextCheckAt: claimedUntil })
    .where(and(eq(orders.id, orderId), lte(orders.nextCheckAt, sql`now() + interval '5 seconds'`)))
    .returning()
  if (!claimed) return
  await fetchAndSettle(deps, claimed, 'provider')
  await planNextCheck(deps.db, claimed)
}
