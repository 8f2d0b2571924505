import { expect, test } from 'vitest'
import { exploreOrders } from '../../../../../tests/support/explore-orders.ts'
import type { Rules } from '../../../../../tests/support/order-world.ts'
import { planRefund } from '../refunds/plan-refund.ts'
import { decideOrder, inSettlingOrder } from './decide-order.ts'

const rules: Rules = {
  decide: decideOrder,
  inSettlingOrder,
  planRefund,
  isAskedAbout: () => true,
}

for (const scope of [
  { orders: 2, paymentsEach: 2 },
  { orders: 1, paymentsEach: 2, refundTroubles: true, disputes: true },
  { orders: 2, paymentsEach: 1, refundTroubles: true, disputes: true },
  { orders: 1, paymentsEach: 1, refundTroubles: true, disputes: true, parts: true },
  { orders: 2, paymentsEach: 1, disputes: true, parts: true },
  { orders: 2, paymentsEach: 1, disputes: true, gift: true },
  { orders: 1, paymentsEach: 2, refundTroubles: true, outside: true },
  { orders: 1, paymentsEach: 1, refundTroubles: true, disputes: true, parts: true, outside: true },
]) {
  const troubles = [
    ...(scope.refundTroubles ? ['refunds that go wrong'] : []),
    ...(scope.disputes ? ['disputes'] : []),
    ...(scope.outside ? ['refunds paid back outside'] : []),
    ...(scope.gift ? ['a gift besides'] : []),
    ...(scope.parts ? ['parts that go back by hand and to banks'] : []),
  ]
  const wide = troubles.length > 0 ? `, with ${troubles.join(', ')}` : ''
  test(`whatever happens in whatever order to ${scope.orders} × ${scope.paymentsEach} payments${wide}, money and course agree in the end`, () => {
    const { counterexample, states } = exploreOrders(rules, scope)
    expect(counterexample).toBeNull()
    expect(states).toBeGreaterThan(400)
  })
}

test('the explorer finds an order that is settled by money which went back', () => {
  const faulty: Rules = {
    ...rules,
    decide: (state, update) =>
      decideOrder({ ...state, wasOpened: state.razorpayPaymentId !== null }, update),
    inSettlingOrder: (attempts) => [...attempts],
  }
  const { counterexample } = exploreOrders(faulty, { orders: 1, paymentsEach: 2 })
  expect(counterexample?.claim).toMatch(/a learner who paid/)
  expect(counterexample?.story).toContain('payment 0 expires')
})

test('the explorer finds an order that is never asked about again', () => {
  const faulty: Rules = { ...rules, isAskedAbout: (status) => status !== 'refunded' }
  const { counterexample } = exploreOrders(faulty, { orders: 1, paymentsEach: 2 })
  expect(counterexample?.claim).toMatch(/opens a course or goes back/)
})

test('the explorer finds a part that is subtracted twice', () => {
  const faulty: Rules = {
    ...rules,
    planRefund: (view) => {
      const step = planRefund(view)
      const parts = view.refunds.filter((refund) => refund.amountInPaise < view.amountInPaise)
      const known = parts.reduce((sum, refund) => sum + refund.amountInPaise, 0)
      if (step.kind !== 'ask') return step
      const rest = step.amountInPaise - known
      return rest > 0
        ? { ...step, amountInPaise: rest }
        : { kind: 'done', refundId: null, amountInPaise: null }
    },
  }
  const scope = { orders: 1, paymentsEach: 2, refundTroubles: true }
  const { counterexample } = exploreOrders(faulty, scope)
  expect(counterexample?.claim).toMatch(/done when it says so|opens a course or goes back/)
})

test('the explorer finds a refund that came back after it was done, and is not asked about', () => {
  const faulty: Rules = {
    ...rules,
    decide: (state, update) => {
      const decision = decideOrder(state, update)
      return {
        ...decision,
        effects: decision.effects.filter(({ kind }) => kind !== 'doubt_refund'),
      }
    },
  }
  const scope = { orders: 1, paymentsEach: 1, refundTroubles: true }
  const { counterexample } = exploreOrders(faulty, scope)
  expect(counterexample?.claim).toMatch(/opens a course or goes back|done when it says so/)
  expect(counterexample?.story.at(-1)).toBe('refund 0 of 0 fails')
})

test('the explorer finds a refund that is asked for after it was paid back outside', () => {
  const faulty: Rules = {
    ...rules,
    planRefund: (view) => planRefund({ ...view, isPaidOutside: false }),
  }
  const scope = { orders: 1, paymentsEach: 1, outside: true }
  const { counterexample } = exploreOrders(faulty, scope)
  expect(counterexample?.claim).toMatch(/paid back outside, is not given once more/)
})

test('the explorer finds an order that stays open although its parts are all gone', () => {
  const faulty: Rules = {
    ...rules,
    decide: (state, update) =>
      decideOrder({ ...state, refundedInPaise: 0, lostDisputes: [] }, update),
  }
  const scope = { orders: 1, paymentsEach: 1, disputes: true, parts: true }
  const { counterexample } = exploreOrders(faulty, scope)
  expect(counterexample?.claim).toMatch(/if and only if its money is kept/)
})
