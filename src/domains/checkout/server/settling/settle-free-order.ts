import { eq } from 'drizzle-orm'
import type { CheckoutDependencies } from '../dependencies.ts'
import { type OrderRow, orders } from '../tables.ts'
import { settleOrder } from './settle-order.ts'

/** Completes an order over nothing, which no provider knows; there is nothing to ask of it later. */
export async function settleFreeOrder(
  deps: CheckoutDependencies,
  orderId: string,
): Promise<OrderRow> {
  const update = { kind: 'nothing_to_pay' as const }
  const { order } = await settleOrder(deps, orderId, {
    source: 'academy',
    kind: 'order.free',
    update,
  })
  await deps.db.update(orders).set({ nextCheckAt: null }).where(eq(orders.id, orderId))
  return order
}
