import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { makeRefundsDue, performRefunds } from '../refunds/perform-refunds.ts'
import { type OrderRow, orders } from '../tables.ts'
import { fetchAndSettle, problemFor } from './fetch-from-provider.ts'

export interface CheckedOrder {
  before: OrderRow
  after: OrderRow
}

/**
 * Asks the provider now about one order and its refunds, and settles what it says. Refused with
 * `payment_not_found`, and with `provider_unavailable` while nobody answers.
 */
export async function checkOrder(
  deps: CheckoutDependencies,
  orderId: string,
): Promise<CheckedOrder> {
  const [before] = await deps.db.select().from(orders).where(eq(orders.id, orderId))
  if (!before) throw new ProblemError('payment_not_found')
  try {
    const after = await fetchAndSettle(deps, before, 'administrator')
    await makeRefundsDue(deps, orderId)
    await performRefunds(deps, { orderId })
    return { before, after }
  } catch (error) {
    throw problemFor(error)
  }
}

/** What came of asking, in a sentence for staff. */
export function checkedOrderLabel({ before, after }: CheckedOrder): string {
  if (after.razorpayOrderId === null) return 'Razorpay was never asked for money for this order.'
  if (before.status !== after.status) return `${sayings[after.status]} This is new.`
  return `${sayings[after.status]} Nothing has changed.`
}

const sayings: Record<OrderRow['status'], string> = {
  pending: 'Razorpay has no money for this order yet.',
  completed: 'Razorpay has the money, and what was bought is open.',
  failed: 'Razorpay has no money for this order: the payment failed or was never made.',
  refunded: 'The money went back, or is on its way back.',
}
