import { and, gt, isNull, sql } from 'drizzle-orm'
import type { CheckoutDependencies } from '../dependencies.ts'
import { orders } from '../tables.ts'

/** What was bought before orders kept the days of their guarantee keeps those of now, so that an owner may lower them. */
export async function keepGuarantees({
  db,
  figures: { guaranteeInDays },
}: Pick<CheckoutDependencies, 'db' | 'figures'>): Promise<void> {
  const since = sql`clock_timestamp() - make_interval(days => ${guaranteeInDays}::int)`
  await db
    .update(orders)
    .set({ guaranteeInDays })
    .where(and(isNull(orders.guaranteeInDays), gt(orders.completedAt, since)))
}
