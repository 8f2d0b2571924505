import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { canRefund } from '../settling/decide-order.ts'
import { type ReceivedUpdate, settleOrder } from '../settling/settle-order.ts'
import type { OrderRow } from '../tables.ts'
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
 * all in one transaction; then asks the provider. Asking twice refunds once.
 */
export async function requestRefund(
  deps: CheckoutDependencies,
  { orderId, learnerId, onSettled }: RefundRequest,
): Promise<void> {
  const isByLearner = learnerId !== undefined
  const mayRefund = (order: OrderRow): void => {
    if (isByLearner && order.learnerId !== learnerId) throw new ProblemError('payment_not_found')
    if (!canRefund(order)) throw new ProblemError('refund_not_possible')
    if (isByLearner && !isWithinGuarantee(order, deps.figures.guaranteeInDays)) {
      throw new ProblemError('refund_window_over')
    }
  }
  const request: ReceivedUpdate = {
    source: isByLearner ? 'learner' : 'administrator',
    kind: 'refund.requested',
    update: { kind: 'refund_requested', cause: isByLearner ? 'requested' : 'administrator' },
  }
  await deps.db.transaction(async (db) => {
    let before: OrderRow | undefined
    const { order: after } = await settleOrder({ ...deps, db }, orderId, request, (order) => {
      mayRefund(order)
      before = order
    })
    if (before) await onSettled?.(db, { before, after })
  })
  await performRefunds(deps, { orderId })
}

/** True while the money-back guarantee of the marketing pages holds for an order. */
export function isWithinGuarantee(
  order: Pick<OrderRow, 'completedAt'>,
  guaranteeInDays: number,
): boolean {
  if (order.completedAt === null) return false
  return Date.now() - order.completedAt.getTime() <= guaranteeInDays * 86_400_000
}
