import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { isOwned } from '../access/check-access.ts'
import { refusalFor } from './ask-provider.ts'
import { decidePayment, type Heard, type OrderState } from './decide-payment.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { readBuyer } from './read-buyer.ts'
import { snapshotOf } from './snapshots.ts'
import { type PaymentRow, payments } from './tables.ts'

export interface PlannedFix {
  payment: PaymentRow
  userEmail: string
  becomes: PaymentRow['status']
  why: string
}

const shownAtMost = 100

/**
 * What the fix action would do to each pending payment, oldest first, by the very rules that settle.
 * Asks the provider, changes nothing; the first hundred only, to be answered soon.
 */
export async function previewFix(deps: CheckoutDependencies): Promise<PlannedFix[]> {
  const pending = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'pending'), isNotNull(payments.orderId)))
    .orderBy(asc(payments.createdAt))
    .limit(shownAtMost)
  const plans: PlannedFix[] = []
  for (const payment of pending) {
    try {
      plans.push(await planFix(deps, payment))
    } catch (error) {
      throw refusalFor(error)
    }
  }
  return plans
}

async function planFix(deps: CheckoutDependencies, payment: PaymentRow): Promise<PlannedFix> {
  const listed = await deps.razorpay.listOrderPayments(payment.orderId ?? '')
  const attempts = listed
    .toReversed()
    .map(snapshotOf)
    .filter((snapshot) => snapshot !== null)
  let state: OrderState = {
    status: payment.status,
    amountInPaise: payment.amountInPaise,
    currency: payment.currency,
    settledPaymentId: payment.razorpayPaymentId,
    isOwnedOtherwise: await isOwned(deps.db, payment.learnerId, payment.courseId),
    refundedPaymentIds: [],
  }
  let why = 'Nobody has tried to pay yet.'
  const hear = (heard: Heard): void => {
    const decision = decidePayment(state, heard)
    state = { ...state, status: decision.status, settledPaymentId: decision.settledPaymentId }
    why = decision.outcome
    const collected = decision.effects.some((effect) => effect.kind === 'capture')
    if (!collected || heard.kind !== 'payment') return
    hear({ kind: 'payment', payment: { ...heard.payment, status: 'captured' } })
    why = `The bank agreed: the money would be collected. ${why}`
  }
  for (const attempt of attempts) hear({ kind: 'payment', payment: attempt })
  if (state.status === 'pending') {
    hear({ kind: 'attempts_listed', attempts, isOrderAbandoned: false })
  }
  const { email } = await readBuyer(deps.db, payment.learnerId)
  return { payment, userEmail: email, becomes: state.status, why }
}
