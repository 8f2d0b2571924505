import { notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import type { UpdateSource } from '../../statuses.ts'
import { disputes } from '../tables.ts'
import type { DisputeSnapshot } from './decide-order.ts'

const finalStatuses = ['won', 'lost', 'closed']

/**
 * Keeps how a dispute stands. Webhooks may come late and in any order, so what has come to its end
 * stays there unless the provider itself, asked just now, says otherwise.
 */
export async function recordDispute(
  db: Database,
  orderId: string,
  dispute: DisputeSnapshot,
  source: UpdateSource,
): Promise<void> {
  const state = {
    status: dispute.status,
    deductedInPaise: dispute.amountDeductedInPaise,
    respondBy: dispute.respondBy,
  }
  await db
    .insert(disputes)
    .values({
      id: dispute.disputeId,
      orderId,
      razorpayPaymentId: dispute.razorpayPaymentId,
      ...state,
    })
    .onConflictDoUpdate({
      target: disputes.id,
      set: state,
      // What the provider says when it is asked is true now.
      setWhere: source === 'provider' ? sql`true` : notInArray(disputes.status, finalStatuses),
    })
}
