import { type Dispute, makeId, type Payment } from './entities.ts'
import { invalidInput } from './request-error.ts'
import type { NewEvent } from './webhook-envelope.ts'

/** What the bank does next, named as in the event that tells of it. */
export const disputeSteps = [
  'created',
  'under_review',
  'action_required',
  'won',
  'lost',
  'closed',
] as const

export type DisputeStep = (typeof disputeSteps)[number]

interface Move {
  step: DisputeStep
  /** In paise, of a new dispute. All of the payment if left out. */
  amount?: number | undefined
  nowInSeconds: number
}

const phaseAfterWin = {
  fraud: 'chargeback',
  retrieval: 'chargeback',
  chargeback: 'pre_arbitration',
  pre_arbitration: 'arbitration',
  arbitration: 'arbitration',
} as const

const sevenDaysInSeconds = 7 * 24 * 60 * 60

/**
 * A buyer's bank disputes a payment, or its latest dispute moves on. A lost one costs its amount.
 * One that has come to its end stays there; the bank may begin another.
 */
export function moveDispute(
  payment: Payment,
  latest: Dispute | undefined,
  { step, ...start }: Move,
): { dispute: Dispute; newEvents: NewEvent[] } {
  if (!payment.captured) throw invalidInput('Only captured payments can be disputed')
  const isNew = latest === undefined || (step === 'created' && isOver(latest))
  if (!isNew && step === 'created') throw invalidInput('The payment is disputed already')
  if (!isNew && isOver(latest)) throw invalidInput(`The dispute is ${latest.status} already`)
  const before = isNew ? startDispute(payment, latest, start) : latest
  const dispute: Dispute = {
    ...before,
    status: step === 'created' || step === 'action_required' ? 'open' : step,
    amount_deducted: step === 'lost' ? before.amount : 0,
  }
  return { dispute, newEvents: [{ event: `payment.dispute.${step}`, payment, dispute }] }
}

function isOver({ status }: Dispute): boolean {
  return status === 'won' || status === 'lost' || status === 'closed'
}

function startDispute(
  payment: Payment,
  previous: Dispute | undefined,
  { amount = payment.amount, nowInSeconds }: Omit<Move, 'step'>,
): Dispute {
  if (amount > payment.amount)
    throw invalidInput('The dispute amount is greater than the payment amount', 'amount')
  return {
    id: `disp_${makeId()}`,
    entity: 'dispute',
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: nowInSeconds + sevenDaysInSeconds,
    status: 'open',
    phase: previous?.status === 'won' ? phaseAfterWin[previous.phase] : 'chargeback',
    created_at: nowInSeconds,
    evidence: { amount, ...noEvidence },
  }
}

const noEvidence = {
  summary: null,
  shipping_proof: null,
  billing_proof: null,
  cancellation_proof: null,
  customer_communication: null,
  proof_of_service: null,
  explanation_letter: null,
  refund_confirmation: null,
  access_activity_log: null,
  refund_cancellation_policy: null,
  term_and_conditions: null,
  others: null,
  submitted_at: null,
}
