import type { OrderStatus } from '../../statuses.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { listUnconfirmedOrders } from '../orders/list-unconfirmed-orders.ts'
import { readBuyer } from '../orders/read-buyer.ts'
import type { OrderRow } from '../tables.ts'
import { decideOrder, type OrderState, type OrderUpdate } from './decide-order.ts'
import { isAbandoned, isUnknownId, listAttempts, problemFor } from './fetch-from-provider.ts'
import { readState } from './settle-order.ts'

export interface PlannedFix {
  order: OrderRow
  userEmail: string
  becomes: OrderStatus
  why: string
}

const shownAtMost = 100

/**
 * What the fix action would do, by the very rules that settle: to each pending payment, oldest first,
 * then to the newest others that would change. Asks the provider, changes nothing; looks at the first
 * hundred only, to be answered soon, and not at paid ones that the provider does not have.
 */
export async function previewFix(deps: CheckoutDependencies): Promise<PlannedFix[]> {
  const { pending, others } = await listUnconfirmedOrders(deps.db)
  const plans: PlannedFix[] = []
  for (const order of [...pending, ...others].slice(0, shownAtMost)) {
    try {
      const plan = await planFix(deps, order)
      if (order.status === 'pending' || plan.becomes !== order.status) plans.push(plan)
    } catch (error) {
      if (isUnknownId(error)) continue
      throw problemFor(error)
    }
  }
  return plans
}

async function planFix(deps: CheckoutDependencies, order: OrderRow): Promise<PlannedFix> {
  const attempts = await listAttempts(deps, order)
  let state: OrderState = await readState(deps.db, order)
  let why = 'Nobody has tried to pay yet.'
  const apply = (update: OrderUpdate): void => {
    const decision = decideOrder(state, update)
    const { status, razorpayPaymentId, outcome } = decision
    const wasOpened = state.wasOpened || status === 'completed'
    if (status !== state.status || state.status === 'pending') why = outcome
    state = { ...state, status, razorpayPaymentId, wasOpened }
    const isCollected = decision.effects.some((effect) => effect.kind === 'capture')
    if (!isCollected || update.kind !== 'payment') return
    apply({ kind: 'payment', payment: { ...update.payment, status: 'captured' } })
    why = `The bank agreed: the money would be collected. ${why}`
  }
  if (attempts === null) apply({ kind: 'order_lost' })
  for (const attempt of attempts ?? []) apply({ kind: 'payment', payment: attempt })
  if (state.status === 'pending' && attempts !== null) {
    apply({ kind: 'attempts_listed', attempts, isOrderAbandoned: isAbandoned(order) })
  }
  const { email } = await readBuyer(deps.db, order.learnerId)
  return { order, userEmail: email, becomes: state.status, why }
}
