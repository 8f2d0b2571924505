import { and, eq, sql } from 'drizzle-orm'
import { askAndSettle } from './ask-provider.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { payments } from './tables.ts'

/** Asks about one order if it is due: claimed first, so that nobody else asks at the same time. */
export async function reconcileOrder(deps: CheckoutDependencies, paymentId: string): Promise<void> {
  const [claimed] = await deps.db
    .update(payments)
    .set({ nextCheckAt: sql`clock_timestamp() + interval '30 seconds'` })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.status, 'pending'),
        sql`next_check_at <= now() + interval '5 seconds'`,
      ),
    )
    .returning()
  if (claimed) await askAndSettle(deps, claimed, 'provider')
}
