import { type Dispute, makeId, nowInSeconds, type Payment } from './entities.ts'
import { refuseInput } from './refusal.ts'
import type { Happening } from './webhook-envelope.ts'

export const disputePhases = [
  'created',
  'under_review',
  'action_required',
  'won',
  'lost',
  'closed',
] as const

export type DisputePhase = (typeof disputePhases)[number]

/** A buyer's bank disputes a payment, or the dispute moves on. A lost one costs its amount. */
export function moveDispute(
  payment: Payment,
  dispute: Dispute | undefined,
  phase: DisputePhase,
): { dispute: Dispute; happenings: Happening[] } {
  if (!payment.captured) throw refuseInput('Only captured payments can be disputed')
  const before = dispute ?? startDispute(payment)
  const moved: Dispute = {
    ...before,
    status: phase === 'created' ? 'open' : phase,
    amount_deducted: phase === 'lost' ? before.amount : 0,
  }
  return {
    dispute: moved,
    happenings: [{ event: `payment.dispute.${phase}`, payment, dispute: moved }],
  }
}

function startDispute(payment: Payment): Dispute {
  const sevenDaysInSeconds = 7 * 24 * 60 * 60
  return {
    id: `disp_${makeId()}`,
    entity: 'dispute',
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_provided',
    respond_by: nowInSeconds() + sevenDaysInSeconds,
    status: 'open',
    phase: 'chargeback',
    created_at: nowInSeconds(),
  }
}
