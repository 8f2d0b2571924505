import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeSteps, moveDispute } from './decide-dispute.ts'
import { attemptPayment, authorizePayment, capturePayment, failPayment } from './decide-payment.ts'
import { checkRefund, makeRefund, returnUncaptured, settleRefund } from './decide-refund.ts'
import type { Dispute, Order, Payment, Refund } from './entities.ts'
import { makeOrder } from './make-order.ts'
import { RequestError } from './request-error.ts'

interface State {
  order: Order
  payment: Payment
  refunds: Refund[]
  dispute: Dispute | undefined
}

type Step = (state: State) => Partial<State>

const nowInSeconds = 1_700_000_000

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(({ order, payment }) => authorizePayment(order, payment)),
  fc.boolean().map<Step>(
    (second) =>
      ({ order, payment }) =>
        capturePayment(order, payment, { second }),
  ),
  fc.constant<Step>(({ payment, refunds }) =>
    withRefund(refunds, returnUncaptured(payment, nowInSeconds)),
  ),
  fc.constant<Step>(({ order, payment }) =>
    payment.status === 'created' ? failPayment(order, payment) : {},
  ),
  fc
    .record({
      amount: fc.option(fc.integer({ min: 100, max: 5000 }), { nil: undefined }),
      mode: fc.constantFrom('processed', 'failed', 'pending', 'fails_later'),
    })
    .map<Step>(({ amount, mode }) => ({ payment, refunds }) => {
      const request = checkRefund(payment, { amount }, { balanceInPaise: null, nowInSeconds })
      return withRefund(refunds, makeRefund(payment, request, { mode, nowInSeconds }))
    }),
  fc
    .record({ pick: fc.nat(), status: fc.constantFrom('processed', 'failed') })
    .map<Step>(({ pick, status }) => ({ payment, refunds }) => {
      const refund = refunds[pick % Math.max(1, refunds.length)]
      if (!refund) return {}
      const settled = settleRefund(payment, refund, status)
      const others = refunds.filter(({ id }) => id !== refund.id)
      return withRefund(others, settled)
    }),
  fc.constantFrom(...disputeSteps).map<Step>(
    (step) =>
      ({ payment, dispute }) =>
        moveDispute(payment, dispute, { step, nowInSeconds }),
  ),
)

function withRefund(
  refunds: Refund[],
  { payment, refund }: { payment: Payment; refund: Refund },
): Partial<State> {
  return { payment, refunds: [...refunds, refund] }
}

/** A step that Razorpay refuses changes nothing. */
function take(state: State, step: Step): State {
  try {
    const { order, payment, refunds, dispute } = { ...state, ...step(state) }
    return { order, payment, refunds, dispute }
  } catch (error) {
    if (error instanceof RequestError) return state
    throw error
  }
}

const outcome = fc.constantFrom('created', 'authorized', 'captured', 'failed')

test('whatever buyers, banks and the academy do, the store say where the money is', () => {
  fc.assert(
    fc.property(outcome, fc.array(step, { maxLength: 25 }), (outcome, steps) => {
      const order = makeOrder({ amount: 5000, currency: 'INR' }, nowInSeconds)
      const begun = attemptPayment(order, { method: 'upi', outcome }, nowInSeconds)
      let state: State = { ...begun, refunds: [], dispute: undefined }
      for (const step of steps) {
        const wasCaptured = state.payment.captured
        state = take(state, step)
        const { payment, refunds } = state
        const standing = refunds.filter(({ status }) => status !== 'failed')
        const sum = standing.reduce((total, { amount }) => total + amount, 0)

        expect(payment.amount_refunded).toBe(sum)
        expect(sum).toBeLessThanOrEqual(payment.amount)
        expect(payment.refund_status).toBe(sum === 0 ? null : sum < 5000 ? 'partial' : 'full')
        expect(payment.status === 'refunded').toBe(sum === 5000)
        const isTaken = payment.captured
        const mayBe = isTaken
          ? ['captured', 'refunded']
          : ['created', 'failed', 'authorized', 'refunded']
        expect(mayBe).toContain(payment.status)
        expect(isTaken || !wasCaptured).toBe(true)
        expect(payment.fee === null).toBe(!payment.captured)
        expect(state.order.status === 'paid').toBe(payment.captured)
        expect(state.dispute?.amount_deducted ?? 0).toBe(
          state.dispute?.status === 'lost' ? 5000 : 0,
        )
      }
    }),
    { numRuns: 1000 },
  )
})
