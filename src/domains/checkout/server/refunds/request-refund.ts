import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { isTooOldToRefund } from '../../../../shared/refundable.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { canRefund } from '../settling/decide-order.ts'
import { type ReceivedUpdate, settleOrder } from '../settling/settle-order.ts'
import { type OrderRow, refunds } from '../tables.ts'
import { performRefunds } from './perform-refunds.ts'

interface RefundRequest {
  orderId: string
  /** Set: the order must be this learner's, and within the guarantee. */
  learnerId?: string
  /** In the transaction that closes what the order opened. */
  onSettled?: (db: Database, order: { before: OrderRow; after: OrderRow }) => Promise<void>
}

/**
 * Gives a completed order's payment back: closes what it opened, withdraws the certificate, tells both sides,
 * all in one transaction; then asks the provider, who may turn it down for now. Asking twice refunds once.
 */
export async function requestRefund(
  deps: CheckoutDependencies,
  { orderId, learnerId, onSettled }: RefundRequest,
): Promise<{ isTurnedDown: boolean }> {
  const isByLearner = learnerId !== undefined
  const mayRefund = (order: OrderRow): void => {
    if (isByLearner && order.learnerId !== learnerId) throw new ProblemError('payment_not_found')
    if (!canRefund(order)) throw new ProblemError('refund_not_possible')
    if (isByLearner && !isWithinGuarantee(order, deps.figures.guaranteeInDays)) {
      throw new ProblemError('refund_window_over')
    }
    if (isTooOldToRefund(order.completedAt)) throw new ProblemError('refund_too_old')
  }
  const request: ReceivedUpdate = {
    source: isByLearner ? 'learner' : 'administrator',
    kind: 'refund.requested',
    update: { kind: 'refund_requested', cause: isByLearner ? 'requested' : 'administrator' },
  }
  const razorpayPaymentId = await deps.db.transaction(async (db) => {
    let before: OrderRow | undefined
    const { order: after } = await settleOrder({ ...deps, db }, orderId, request, (order) => {
      mayRefund(order)
      before = order
    })
    if (before) await onSettled?.(db, { before, after })
    return after.razorpayPaymentId ?? ''
  })
  await performRefunds(deps, { orderId })
  const isTurnedDown = and(
    eq(refunds.razorpayPaymentId, razorpayPaymentId),
    eq(refunds.status, 'failed'),
  )
  return { isTurnedDown: (await deps.db.$count(refunds, isTurnedDown)) > 0 }
}

/** True while the money-back guarantee holds for an order: that of its day, or of now if it is longer. */
export function isWithinGuarantee(
  { completedAt, guaranteeInDays }: Pick<OrderRow, 'completedAt' | 'guaranteeInDays'>,
  daysOfNow: number,
): boolean {
  if (completedAt === null) return false
  const days = Math.max(guaranteeInDays ?? 0, daysOfNow)
  return Date.now() - completedAt.getTime() <= days * 86_400_000
}
