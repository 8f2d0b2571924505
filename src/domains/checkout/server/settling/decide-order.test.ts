import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Decision,
  decideOrder,
  type OrderState,
  type OrderUpdate,
  type PaymentSnapshot,
} from './decide-order.ts'

/** Two orders of one learner for one course, as the academy knows them, and all it did. */
interface World {
  orders: [OrderState, OrderState]
  /** Orders whose grant stands. */
  open: Set<number>
  done: { kind: string; order: number; razorpayPaymentId: string | null }[]
}

const price = 499_900

function newWorld(): World {
  const order = (): OrderState => ({
    status: 'pending',
    amountInPaise: price,
    currency: 'INR',
    razorpayPaymentId: null,
    wasOpened: false,
    isOwnedOtherwise: false,
    isBuyerErased: false,
    isCouponLeft: true,
    refundedRazorpayPaymentIds: [],
    refundedInPaise: 0,
    lostDisputes: [],
  })
  return { orders: [order(), order()], open: new Set(), done: [] }
}

function applyUpdate(world: World, index: 0 | 1, update: OrderUpdate): Decision {
  const before = world.orders[index]
  const isOwnedOtherwise = world.open.has(1 - index)
  const decision = decideOrder({ ...before, isOwnedOtherwise }, update)
  const given = new Set(before.refundedRazorpayPaymentIds)
  for (const effect of decision.effects) {
    const razorpayPaymentId =
      'razorpayPaymentId' in effect ? effect.razorpayPaymentId : decision.razorpayPaymentId
    world.done.push({ kind: effect.kind, order: index, razorpayPaymentId })
    if (effect.kind === 'grant') world.open.add(index)
    if (effect.kind === 'revoke') world.open.delete(index)
    if (effect.kind === 'refund' || effect.kind === 'note_refund')
      given.add(effect.razorpayPaymentId)
  }
  world.orders[index] = {
    ...before,
    status: decision.status,
    razorpayPaymentId: decision.razorpayPaymentId,
    wasOpened: before.wasOpened || decision.status === 'completed',
    refundedRazorpayPaymentIds: [...given],
  }
  return decision
}

/** How a payment may go at the provider; the last word is the truth. */
const lives: PaymentSnapshot['status'][][] = [
  ['created'],
  ['created', 'failed'],
  ['created', 'authorized'],
  ['created', 'authorized', 'captured'],
  ['created', 'failed', 'authorized', 'captured'], // the bank changed its mind
  ['created', 'authorized', 'captured', 'refunded'],
  ['created', 'authorized', 'refunded'], // never collected in time
]

interface ProviderPayment {
  order: 0 | 1
  life: PaymentSnapshot[]
}

const providerPayment = (index: number): fc.Arbitrary<ProviderPayment> =>
  fc
    .record({
      order: fc.constantFrom<0 | 1>(0, 1),
      life: fc.constantFrom(...lives),
      isOddAmount: fc.boolean().map((flag) => flag && index === 3),
    })
    .map(({ order, life, isOddAmount }) => {
      const amountInPaise = isOddAmount ? price - 100 : price
      return {
        order,
        life: life.map((status) => ({
          razorpayPaymentId: `pay_${index}`,
          status,
          amountInPaise,
          currency: 'INR',
          amountRefundedInPaise: status === 'refunded' ? amountInPaise : 0,
          method: 'upi',
          failure: status === 'failed' ? 'The bank said no.' : null,
        })),
      }
    })

const history = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.tuple(...[0, 1, 2, 3].map(providerPayment)))
  .map(([count, payments]) => payments.slice(0, count))
  .chain((payments) => {
    const all = payments.flatMap((payment) =>
      payment.life.map((snapshot) => ({ order: payment.order, snapshot })),
    )
    // Any of it may be lost, repeated and heard in any order.
    const updates = fc.array(fc.constantFrom(...all), { maxLength: 14 })
    return fc.record({ payments: fc.constant(payments), updates })
  })

function finalWord(payment: ProviderPayment): PaymentSnapshot {
  const last = payment.life.at(-1)
  if (!last) throw new Error('a payment has at least begun')
  return last
}

/** The provider is asked at last, and what the academy wanted collected or refunded is done. */
function learnTheTruth(world: World, payments: ProviderPayment[]): void {
  for (let round = 0; round < 3; round += 1) {
    for (const order of [0, 1] as const) {
      const attempts = payments.filter((payment) => payment.order === order).map(finalWord)
      for (const payment of attempts) {
        const decision = applyUpdate(world, order, { kind: 'payment', payment })
        const isCollected = decision.effects.some((effect) => effect.kind === 'capture')
        if (isCollected) {
          payments
            .find(
              (candidate) => finalWord(candidate).razorpayPaymentId === payment.razorpayPaymentId,
            )
            ?.life.push({ ...payment, status: 'captured' })
        }
      }
      applyUpdate(world, order, { kind: 'attempts_listed', attempts, isOrderAbandoned: false })
    }
  }
}

interface Story {
  payments: ProviderPayment[]
  updates: { order: 0 | 1; snapshot: PaymentSnapshot }[]
}

/** Tells a history, then the truth; afterwards `payments` hold how the provider's books ended. */
function play({ payments, updates }: Story): World {
  const world = newWorld()
  const copy = payments.map((payment) => ({ ...payment, life: [...payment.life] }))
  for (const { order, snapshot } of updates)
    applyUpdate(world, order, { kind: 'payment', payment: snapshot })
  learnTheTruth(world, copy)
  payments.splice(0, payments.length, ...copy)
  return world
}

const count = (world: World, kind: string, where: Partial<World['done'][number]> = {}): number =>
  world.done.filter(
    (item) =>
      item.kind === kind &&
      (where.order === undefined || item.order === where.order) &&
      (where.razorpayPaymentId === undefined || item.razorpayPaymentId === where.razorpayPaymentId),
  ).length

const runs = { numRuns: 3000 }

test('money that the provider keeps for us is either the course or on its way back', () => {
  fc.assert(
    fc.property(history, (story) => {
      const world = play(story)
      for (const payment of story.payments) {
        const { razorpayPaymentId, status } = finalWord(payment)
        if (status !== 'captured') continue
        const opened = world.orders[payment.order]
        const isCourse =
          opened.status === 'completed' && opened.razorpayPaymentId === razorpayPaymentId
        const isOnItsWayBack = count(world, 'refund', { razorpayPaymentId }) === 1
        expect(isCourse !== isOnItsWayBack, `${razorpayPaymentId}: one of both`).toBe(true)
      }
    }),
    runs,
  )
})

test('the course is open exactly while one captured payment stands for it', () => {
  fc.assert(
    fc.property(history, (story) => {
      const world = play(story)
      const standing = story.payments.filter(
        (payment) =>
          finalWord(payment).status === 'captured' && finalWord(payment).amountInPaise === price,
      )
      expect(world.open.size).toBeLessThanOrEqual(1)
      const opener = [...world.open].map((order) => world.orders[order === 0 ? 0 : 1])
      expect(opener.every((order) => order.status === 'completed')).toBe(true)
      expect(standing.length > 0 || world.open.size === 0).toBe(true)
    }),
    runs,
  )
})

test('a learner who really paid once, and got nothing back, has the course', () => {
  fc.assert(
    fc.property(history, (story) => {
      const hasRefunds = story.payments.some((payment) => finalWord(payment).status === 'refunded')
      fc.pre(!hasRefunds)
      const world = play(story)
      const paid = story.payments.some(
        (payment) =>
          finalWord(payment).status === 'captured' && finalWord(payment).amountInPaise === price,
      )
      expect(world.open.size === 1).toBe(paid)
    }),
    runs,
  )
})

test('each order grants, mails and numbers at most once, each payment is refunded at most once', () => {
  fc.assert(
    fc.property(history, (story) => {
      const world = play(story)
      for (const order of [0, 1] as const) {
        expect(count(world, 'grant', { order })).toBeLessThanOrEqual(1)
        expect(count(world, 'issue_receipt', { order })).toBe(count(world, 'grant', { order }))
        expect(count(world, 'revoke', { order })).toBeLessThanOrEqual(1)
      }
      for (const payment of story.payments) {
        const { razorpayPaymentId } = finalWord(payment)
        const back =
          count(world, 'refund', { razorpayPaymentId }) +
          count(world, 'note_refund', { razorpayPaymentId })
        expect(back).toBeLessThanOrEqual(1)
      }
    }),
    runs,
  )
})

test('once the truth is known, hearing anything again changes nothing', () => {
  fc.assert(
    fc.property(history, (story) => {
      const world = play(story)
      const before = structuredClone({ orders: world.orders, open: world.open })
      const doneBefore = world.done.length

      for (const payment of story.payments) {
        applyUpdate(world, payment.order, { kind: 'payment', payment: finalWord(payment) })
      }
      for (const { order, snapshot } of story.updates) {
        applyUpdate(world, order, { kind: 'payment', payment: snapshot })
      }

      expect({ orders: world.orders, open: world.open }).toEqual(before)
      const anew = world.done.slice(doneBefore).map((item) => item.kind)
      const asks = new Set(['alarm', 'capture', 'doubt_refund'])
      expect(anew.filter((kind) => !asks.has(kind))).toEqual([])
    }),
    runs,
  )
})

test('one order with one payment ends the same whatever was heard before, in whatever order', () => {
  const single = fc.record({
    life: fc.constantFrom(...lives),
    noise: fc.array(fc.nat({ max: 10 }), { maxLength: 10 }),
  })
  fc.assert(
    fc.property(single, ({ life, noise }) => {
      const snapshots = life.map((status) => ({
        razorpayPaymentId: 'pay_only',
        status,
        amountInPaise: price,
        currency: 'INR',
        amountRefundedInPaise: status === 'refunded' ? price : 0,
        method: 'upi',
        failure: null,
      }))
      const settle = (updates: PaymentSnapshot[]): World => {
        const world = newWorld()
        for (const payment of updates) applyUpdate(world, 0, { kind: 'payment', payment })
        learnTheTruth(world, [{ order: 0, life: [...snapshots] }])
        return world
      }
      const noisy = noise
        .map((index) => snapshots[index % snapshots.length])
        .filter((s) => s !== undefined)

      const quiet = settle([])
      const loud = settle(noisy)

      expect(loud.open).toEqual(quiet.open)
      expect(loud.orders[0].status).toBe(quiet.orders[0].status)
      expect(loud.orders[0].razorpayPaymentId).toBe(quiet.orders[0].razorpayPaymentId)
    }),
    runs,
  )
})

const paid: PaymentSnapshot = {
  razorpayPaymentId: 'pay_1',
  status: 'captured',
  amountInPaise: price,
  currency: 'INR',
  amountRefundedInPaise: 0,
  method: 'card',
  failure: null,
}

test('a payment that failed and was authorised days later still opens the course', () => {
  const world = newWorld()
  applyUpdate(world, 0, { kind: 'payment', payment: { ...paid, status: 'failed' } })
  const failedAttempts = [{ ...paid, status: 'failed' as const }]
  applyUpdate(world, 0, {
    kind: 'attempts_listed',
    attempts: failedAttempts,
    isOrderAbandoned: false,
  })
  expect(world.orders[0].status).toBe('failed')

  applyUpdate(world, 0, { kind: 'payment', payment: { ...paid, status: 'authorized' } })
  applyUpdate(world, 0, { kind: 'payment', payment: paid })

  expect(world.orders[0].status).toBe('completed')
  expect(world.done.map((item) => item.kind)).toEqual([
    'release_coupon',
    'capture',
    'spend_coupon',
    'grant',
    'issue_receipt',
  ])
})

test('a late payment whose coupon others have used up is not collected, or goes back whole', () => {
  const world = newWorld()
  world.orders[0].isCouponLeft = false
  applyUpdate(world, 0, { kind: 'payment', payment: { ...paid, status: 'authorized' } })
  expect(world.done).toEqual([])
  applyUpdate(world, 0, { kind: 'payment', payment: paid })
  applyUpdate(world, 0, { kind: 'payment', payment: paid })

  expect(world.orders[0].status).toBe('refunded')
  expect(world.done.map((item) => item.kind)).toEqual(['refund', 'doubt_refund'])
})

test('an order that the provider does not have holds no use of a coupon, unless it was paid', () => {
  const lost = { kind: 'order_lost' as const }
  const states: [Partial<OrderState>, string[]][] = [
    [{ status: 'pending' }, ['release_coupon']],
    [{ status: 'failed' }, ['release_coupon']],
    [{ status: 'completed', wasOpened: true, razorpayPaymentId: 'pay_1' }, []],
  ]
  for (const [state, effects] of states) {
    const decision = decideOrder({ ...newWorld().orders[0], ...state }, lost)
    expect(decision.effects.map(({ kind }) => kind)).toEqual(effects)
  }
})

test('only what costs nothing is opened without a payment, once', () => {
  const free = { kind: 'nothing_to_pay' as const }
  const priced = newWorld()
  applyUpdate(priced, 0, free)
  expect(priced.orders[0].status).toBe('pending')

  const world = newWorld()
  world.orders[0].amountInPaise = 0
  applyUpdate(world, 0, free)
  applyUpdate(world, 0, free)
  expect(world.orders[0].status).toBe('completed')
  expect(world.done.map((item) => item.kind)).toEqual(['spend_coupon', 'grant'])
})

test('a payment of another amount or currency opens nothing and goes back', () => {
  for (const odd of [
    { ...paid, amountInPaise: price - 1 },
    { ...paid, currency: 'USD' },
  ]) {
    const world = newWorld()
    applyUpdate(world, 0, { kind: 'payment', payment: odd })
    expect(world.orders[0].status).toBe('pending')
    expect(world.done.map((item) => item.kind)).toEqual(['alarm', 'refund'])
  }
})

test('alarms say in rupees what happened', () => {
  const dispute = { disputeId: 'disp_1', razorpayPaymentId: 'pay_1', amountDeductedInPaise: 30_050 }
  const heard: OrderUpdate[] = [
    { kind: 'payment', payment: { ...paid, amountInPaise: 100, status: 'authorized' } },
    { kind: 'payment', payment: { ...paid, currency: 'USD' } },
    { kind: 'payment', payment: { ...paid, amountRefundedInPaise: 10_000 } },
    {
      kind: 'dispute',
      dispute: { ...dispute, status: 'open', respondBy: new Date('2026-12-01T18:30:00Z') },
    },
    { kind: 'dispute', dispute: { ...dispute, status: 'lost', respondBy: null } },
  ]
  const told = heard.flatMap((update) =>
    decideOrder(newWorld().orders[0], update).effects.flatMap((effect) =>
      effect.kind === 'alarm' ? [effect.message] : [],
    ),
  )

  expect(told).toEqual([
    '₹1 came with payment pay_1, but its order is for ₹4,999. The course was not opened.',
    'USD 4999.00 came with payment pay_1, but its order is for ₹4,999. The course was not opened, and the money goes back.',
    '₹100 of payment pay_1 were given back at Razorpay. The course stays open.',
    'The bank of the learner asks for payment pay_1 back. Please answer at Razorpay by 02 Dec 2026, 12:00 am.',
    'A dispute was lost: the bank took ₹300.50 of payment pay_1 back.',
  ])
})

test('a dispute that is lost after the refund is told as one over a payment that had opened its course', () => {
  const state = { status: 'refunded', razorpayPaymentId: 'pay_1', wasOpened: true } as const
  const dispute = {
    disputeId: 'disp_1',
    razorpayPaymentId: 'pay_1',
    amountDeductedInPaise: price,
    status: 'lost',
    respondBy: null,
  }
  const given = { ...newWorld().orders[0], ...state, refundedRazorpayPaymentIds: ['pay_1'] }

  expect(decideOrder(given, { kind: 'dispute', dispute }).outcome).toBe(
    'A payment that was given back already was taken back.',
  )
})

test('an alarm says that a course stays open where it is open, and is no other one once it closed', () => {
  const dispute = {
    disputeId: 'disp_1',
    razorpayPaymentId: 'pay_1',
    amountDeductedInPaise: 30_050,
    status: 'lost',
    respondBy: null,
  }
  const second = { ...paid, razorpayPaymentId: 'pay_2', amountRefundedInPaise: 10_000 }
  const open = { ...newWorld().orders[0], razorpayPaymentId: 'pay_1', wasOpened: true }
  const tell = (state: Partial<OrderState>, update: OrderUpdate) =>
    decideOrder({ ...open, ...state }, update).effects.flatMap((effect) =>
      effect.kind === 'alarm' ? [effect.message] : [],
    )
  const closed = { status: 'refunded', refundedRazorpayPaymentIds: ['pay_1'] } as const

  const lost = 'A dispute was lost: the bank took ₹300.50 of payment pay_1 back.'
  const disputed = { kind: 'dispute', dispute } as const
  expect(tell({ status: 'completed' }, disputed)).toEqual([`${lost} The course stays open.`])
  expect(tell(closed, disputed)).toEqual([lost])
  expect(tell({ ...closed, lostDisputes: [dispute] }, disputed)).toEqual([])
  const given = '₹100 of payment pay_2 were given back at Razorpay.'
  const paidAgain = { kind: 'payment', payment: second } as const
  expect(tell({ status: 'completed' }, paidAgain)).toEqual([`${given} The course stays open.`])
  expect(tell(closed, paidAgain)).toEqual([given])
})

test('the second of two paid orders is refunded and shown as refunded', () => {
  const world = newWorld()
  applyUpdate(world, 0, { kind: 'payment', payment: paid })
  applyUpdate(world, 1, { kind: 'payment', payment: { ...paid, razorpayPaymentId: 'pay_2' } })
  expect(world.orders.map((order) => order.status)).toEqual(['completed', 'refunded'])
  expect([...world.open]).toEqual([0])
})

test('a refund made at the dashboard closes the course; a partial one only raises an alarm', () => {
  const world = newWorld()
  applyUpdate(world, 0, { kind: 'payment', payment: paid })
  applyUpdate(world, 0, { kind: 'payment', payment: { ...paid, amountRefundedInPaise: 100 } })
  expect([...world.open]).toEqual([0])
  expect(count(world, 'alarm')).toBe(1)

  applyUpdate(world, 0, {
    kind: 'payment',
    payment: { ...paid, status: 'refunded', amountRefundedInPaise: price },
  })

  expect(world.orders[0].status).toBe('refunded')
  expect(world.open.size).toBe(0)
})

test('an order that nobody paid in time is shown as failed, and may still be paid', () => {
  const world = newWorld()
  applyUpdate(world, 0, { kind: 'attempts_listed', attempts: [], isOrderAbandoned: true })
  expect(world.orders[0].status).toBe('failed')
  applyUpdate(world, 0, { kind: 'payment', payment: paid })
  expect(world.orders[0].status).toBe('completed')
})
