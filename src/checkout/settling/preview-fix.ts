import type { CheckoutDependencies } from '../dependencies.ts'
import { listSuspects } from '../orders/list-suspects.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import type { PaymentRow } from '../tables.ts'
import { problemFor, readAttempts } from './ask-provider.ts'
import { decidePayment, type Heard, type OrderState } from './decide-payment.ts'
import { readState } from './settle-payment.ts'

export interface PlannedFix {
  payment: PaymentRow
  userEmail: string
  becomes: PaymentRow['status']
  why: string
}

const shownAtMost = 100

/**
 * What the fix action would do, by the very rules that settle: to each pending payment, oldest first,
 * then to the newest others that would change. Asks the provider, changes nothing; looks at the first
 * hundred only, to be answered soon.
 */
export async function previewFix(deps: CheckoutDependencies): Promise<PlannedFix[]> {
  const { pending, others } = await listSuspects(deps.db)
  const plans: PlannedFix[] = []
  for (const payment of [...pending, ...others].slice(0, shownAtMost)) {
    try {
      const plan = await planFix(deps, payment)
      if (payment.status === 'pending' || plan.becomes !== payment.status) plans.push(plan)
    } catch (error) {
      throw problemFor(error)
    }
  }
  return plans
}

async function planFix(deps: CheckoutDependencies, payment: PaymentRow): Promise<PlannedFix> {
  const attempts = readAttempts(await deps.razorpay.listOrderPayments(payment.orderId ?? ''))
  let state: OrderState = await readState(deps.db, payment)
  let why = 'Nobody has tried to pay yet.'
  const hear = (heard: Heard): void => {
    const decision = decidePayment(state, heard)
    const { status, settledPaymentId, outcome } = decision
    const wasOpened = state.wasOpened || status === 'completed'
    if (status !== state.status || state.status === 'pending') why = outcome
    state = { ...state, status, settledPaymentId, wasOpened }
    const isCollected = decision.effects.some((effect) => effect.kind === 'capture')
    if (!isCollected || heard.kind !== 'payment') return
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
