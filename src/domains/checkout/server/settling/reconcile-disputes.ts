import { inArray } from 'drizzle-orm'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { orders, refunds } from '../tables.ts'
import { readRecentDisputes } from './recent-disputes.ts'
import { settleOrder } from './settle-order.ts'
import { disputeSnapshotOf } from './snapshots.ts'

/**
 * Asks the provider for its disputes and settles each, so that one whose webhooks were lost is found
 * too. Resolves to how many were settled; quiet while the provider is away.
 */
export async function reconcileDisputes(
  deps: CheckoutDependencies,
  stopping?: AbortSignal,
): Promise<number> {
  let settled = 0
  try {
    for await (const recent of readRecentDisputes(deps)) {
      const orderIds = await findOrders(
        deps,
        recent.map((dispute) => dispute.razorpayPaymentId),
      )
      for (const dispute of recent) {
        if (stopping?.aborted) return settled
        const orderId = orderIds.get(dispute.razorpayPaymentId)
        if (orderId === undefined) continue
        const update = { kind: 'dispute' as const, dispute: disputeSnapshotOf(dispute) }
        await settleOrder(deps, orderId, { source: 'provider', kind: 'dispute', update })
        settled += 1
      }
    }
    return settled
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    deps.log.warn({ kind: error.kind }, 'disputes not read')
    return settled
  }
}

/** Our order of each provider payment that settled one or is being given back. */
async function findOrders(
  deps: CheckoutDependencies,
  razorpayPaymentIds: string[],
): Promise<Map<string | null, string>> {
  if (razorpayPaymentIds.length === 0) return new Map()
  const settled = deps.db
    .select({ id: orders.id, razorpayPaymentId: orders.razorpayPaymentId })
    .from(orders)
    .where(inArray(orders.razorpayPaymentId, razorpayPaymentIds))
  const givenBack = deps.db
    .select({ id: refunds.orderId, razorpayPaymentId: refunds.razorpayPaymentId })
    .from(refunds)
    .where(inArray(refunds.razorpayPaymentId, razorpayPaymentIds))
  const rows = await settled.union(givenBack)
  return new Map(rows.map((row) => [row.razorpayPaymentId, row.id]))
}
