import type {
  RefundStep,
  RefundView,
} from '../../src/domains/checkout/server/refunds/plan-refund.ts'
import type {
  Decision,
  OrderState,
  OrderUpdate,
  PaymentSnapshot,
} from '../../src/domains/checkout/server/settling/decide-order.ts'

/**
 * Razorpay and the code around the rules, small enough to be walked through in every order of events:
 * orders of one learner for one course, payments at the provider, what the academy wrote down, and
 * what its last mail said. States are values: a step makes a new one.
 */

/** The rules under test, and which of the surrounding promises hold. */
export interface Rules {
  decide(state: OrderState, update: OrderUpdate): Decision
  inSettlingOrder(attempts: readonly PaymentSnapshot[]): PaymentSnapshot[]
  planRefund(view: RefundView): RefundStep
  /** Whether the reconciler still asks about an order. */
  isAskedAbout(status: OrderState['status']): boolean
}

export interface ProviderRefund {
  by: 'hand' | 'academy'
  amountInPaise: number
  status: 'pending' | 'processed' | 'failed'
}

export interface ProviderPayment {
  order: number
  /** `expired`: authorised, never collected, given back by the provider. */
  phase: 'none' | 'open' | 'authorized' | 'captured' | 'expired'
  refunds: readonly ProviderRefund[]
  /** What banks took of it by each dispute that was lost. */
  lost: readonly number[]
}

/** What the academy wrote down of one order. */
export interface KeptOrder {
  status: OrderState['status']
  /** Index of the payment. */
  settled: number | null
  wasOpened: boolean
  isOpen: boolean
  /** What refunds gave back of the settling payment, as far as was heard. */
  refundedInPaise: number
}

export interface World {
  orders: readonly KeptOrder[]
  payments: readonly ProviderPayment[]
  /** Of each payment the lost disputes that were heard of, by their index. */
  heardLost: readonly (readonly number[])[]
  /** The refund row of each payment. */
  rows: readonly ('none' | 'intended' | 'pending' | 'failed' | 'processed' | 'lost' | 'outside')[]
  /** Staff gave the course besides. */
  isGiven: boolean
  /** What the learner was last told of the course. */
  lastMail: 'none' | 'open' | 'closed'
  /** Somebody asked the academy for a refund. */
  isRefundRequested: boolean
}

export const price = 5_000
/** Of what goes back by hand, and of what banks take. */
export const part = 1_000

export function newWorld(orders: number, paymentsEach: number): World {
  const order: KeptOrder = {
    status: 'pending',
    settled: null,
    wasOpened: false,
    isOpen: false,
    refundedInPaise: 0,
  }
  const all = Array.from({ length: orders * paymentsEach }, (_, index) => index)
  return {
    orders: Array.from({ length: orders }, () => order),
    payments: all.map((index) => ({
      order: Math.floor(index / paymentsEach),
      phase: 'none',
      refunds: [],
      lost: [],
    })),
    heardLost: all.map(() => []),
    rows: all.map(() => 'none'),
    isGiven: false,
    lastMail: 'none',
    isRefundRequested: false,
  }
}

export function given(payment: ProviderPayment): number {
  if (payment.phase === 'expired') return price
  return payment.refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountInPaise, 0)
}

export function taken(payment: ProviderPayment): number {
  return payment.lost.reduce((sum, amount) => sum + amount, 0)
}

/** True while the academy has, and keeps, money of this payment. */
export function isKept(payment: ProviderPayment): boolean {
  return payment.phase === 'captured' && given(payment) + taken(payment) < price
}

/** How the provider shows a payment now. */
export function snapshot(world: World, index: number): PaymentSnapshot {
  const payment = at(world.payments, index)
  const back = given(payment)
  const isBack = payment.phase === 'expired' || (payment.phase === 'captured' && back >= price)
  const shown =
    payment.phase === 'authorized' || payment.phase === 'captured' ? payment.phase : 'created'
  return {
    razorpayPaymentId: idOf(index),
    status: isBack ? 'refunded' : shown,
    amountInPaise: price,
    currency: 'INR',
    amountRefundedInPaise: back,
    method: 'upi',
    failure: null,
  }
}

/** Every word on a payment that may still be under way: present, late, repeated or out of order. */
export function possibleSnapshots(world: World, index: number): PaymentSnapshot[] {
  const payment = at(world.payments, index)
  if (payment.phase === 'none') return []
  const now = snapshot(world, index)
  const past = { ...now, amountRefundedInPaise: 0 }
  const snapshots: PaymentSnapshot[] = [
    now,
    { ...past, status: 'failed', failure: 'The bank said no.' },
  ]
  if (payment.phase !== 'open') snapshots.push({ ...past, status: 'authorized' })
  if (payment.phase === 'captured') snapshots.push({ ...past, status: 'captured' })
  return snapshots
}

/** The settling transaction: the rules decide, and what they decide is written, as the academy does. */
export function applyUpdate(
  rules: Rules,
  world: World,
  orderIndex: number,
  update: OrderUpdate,
): World & { captures?: number } {
  const order = at(world.orders, orderIndex)
  const decision = rules.decide(stateOf(world, orderIndex), update)
  const rows = [...world.rows]
  let { isOpen, refundedInPaise } = order
  let { lastMail } = world
  const settled = decision.razorpayPaymentId === null ? null : indexOf(decision.razorpayPaymentId)
  const wasOpened = order.wasOpened || decision.status === 'completed'
  const heardLost = hearLost(world, update)
  let captures: number | undefined
  const isOpenNow = (): boolean => isOpen || isOpenBesides(world, orderIndex)
  for (const effect of decision.effects) {
    if (effect.kind === 'grant') {
      if (order.wasOpened) throw new Error('granted twice')
      isOpen = true
      lastMail = 'open'
    }
    if (effect.kind === 'revoke') isOpen = false
    if (effect.kind === 'capture') captures = indexOf(effect.razorpayPaymentId)
    if (effect.kind === 'credit_part') refundedInPaise = effect.gone.refundedInPaise
    if (effect.kind === 'doubt_refund') {
      const index = indexOf(effect.razorpayPaymentId)
      // A word that is old is asked about, and changes nothing.
      const isLess = isKept(at(world.payments, index))
      if (isLess && at(rows, index) === 'processed') rows[index] = 'pending'
    }
    if (effect.kind === 'refund' || effect.kind === 'note_refund') {
      const index = indexOf(effect.razorpayPaymentId)
      const isLost = effect.kind === 'note_refund' && effect.isTaken
      const isOfSale = wasOpened && index === settled
      if (isOfSale && at(rows, index) === 'none' && effect.cause !== 'dispute')
        refundedInPaise = price - heardOf(heardLost, world.payments, index)
      if (at(rows, index) === 'none') lastMail = isOpenNow() ? 'open' : 'closed'
      if (at(rows, index) === 'none')
        rows[index] = effect.kind === 'refund' ? 'intended' : 'pending'
      const isOver = ['processed', 'outside'].includes(at(rows, index))
      if (isLost && !isOver) rows[index] = 'lost'
    }
  }
  const orders = replace(world.orders, orderIndex, {
    status: decision.status,
    settled,
    wasOpened,
    isOpen,
    refundedInPaise,
  })
  const isRefundRequested = world.isRefundRequested || update.kind === 'refund_requested'
  return {
    orders,
    payments: world.payments,
    heardLost,
    rows,
    isGiven: world.isGiven,
    lastMail,
    isRefundRequested,
    ...(captures !== undefined && { captures }),
  }
}

/** One attempt that was just asked about: heard, collected if the rules want it, heard again. */
export function settleAttempt(
  rules: Rules,
  world: World,
  orderIndex: number,
  payment: PaymentSnapshot,
): World {
  const { captures, ...applied } = applyUpdate(rules, world, orderIndex, {
    kind: 'payment',
    payment,
  })
  if (captures === undefined) return applied
  const collected =
    at(applied.payments, captures).phase === 'authorized'
      ? { ...applied, payments: change(applied.payments, captures, { phase: 'captured' }) }
      : applied
  const { captures: _, ...after } = applyUpdate(rules, collected, orderIndex, {
    kind: 'payment',
    payment: snapshot(collected, captures),
  })
  return after
}

/** The reconciler's question about one order. */
export function poll(rules: Rules, world: World, orderIndex: number): World {
  if (!rules.isAskedAbout(at(world.orders, orderIndex).status)) return world
  const attempts = world.payments
    .map((payment, index) => ({ payment, index }))
    .filter(({ payment }) => payment.order === orderIndex && payment.phase !== 'none')
    .map(({ index }) => snapshot(world, index))
  let after = world
  for (const attempt of rules.inSettlingOrder(attempts)) {
    after = settleAttempt(rules, after, orderIndex, attempt)
  }
  const listed = {
    kind: 'attempts_listed' as const,
    attempts,
    isOrderAbandoned: false,
  }
  const { captures: _, ...applied } = applyUpdate(rules, after, orderIndex, listed)
  return applied
}

/** The dispute of a payment that was lost, of several by its place. */
export function lostDispute(world: World, index: number, which: number): OrderUpdate {
  return {
    kind: 'dispute',
    dispute: {
      disputeId: `disp_${index}_${which}`,
      razorpayPaymentId: idOf(index),
      status: 'lost',
      amountDeductedInPaise: at(at(world.payments, index).lost, which),
      respondBy: null,
    },
  }
}

function hearLost(world: World, update: OrderUpdate): World['heardLost'] {
  if (update.kind !== 'dispute') return world.heardLost
  const index = indexOf(update.dispute.razorpayPaymentId)
  const which = Number(update.dispute.disputeId.split('_')[2])
  const known = at(world.heardLost, index)
  if (known.includes(which)) return world.heardLost
  return replace(
    world.heardLost,
    index,
    [...known, which].toSorted((one, other) => one - other),
  )
}

/**
 * One round on a refund row. `answer`: how the provider takes a refund that is asked for; `lost`
 * means that it made it and the academy never heard, `refused` that it made none.
 */
export function performRefund(
  rules: Rules,
  world: World,
  index: number,
  answer: 'pending' | 'processed' | 'failed' | 'lost' | 'refused',
): World {
  const payment = at(world.payments, index)
  const row = at(world.rows, index)
  if (row === 'none' || row === 'lost' || row === 'processed') return world
  if (payment.phase !== 'captured' && payment.phase !== 'expired') return world
  const step = rules.planRefund({
    amountInPaise: price,
    isRefunded: payment.phase === 'expired' || given(payment) >= price,
    deductedInPaise: taken(payment),
    isPaidOutside: row === 'outside',
    refunds: payment.refunds.map((refund, at) => ({ ...refund, id: `rfnd_${at}` })),
  })
  if (step.kind === 'leave' || (row === 'outside' && step.kind !== 'ask')) return world
  if (step.kind === 'lost') {
    let heard = world
    for (const which of payment.lost.keys()) {
      const update = lostDispute(heard, index, which)
      const { captures: _, ...after } = applyUpdate(rules, heard, payment.order, update)
      heard = after
    }
    return { ...heard, rows: replace(heard.rows, index, 'lost') }
  }
  if (step.kind === 'done') return { ...world, rows: replace(world.rows, index, 'processed') }
  if (step.kind === 'wait') return { ...world, rows: replace(world.rows, index, 'pending') }
  if (step.amountInPaise > price - given(payment)) return world // refused: more than is left
  const isNoneUnderWay = row === 'intended' || step.failures > 0
  if (answer === 'refused')
    return isNoneUnderWay ? { ...world, rows: replace(world.rows, index, 'failed') } : world
  const made: ProviderRefund = {
    by: 'academy',
    amountInPaise: step.amountInPaise,
    status: answer === 'lost' ? 'processed' : answer,
  }
  const payments = change(world.payments, index, { refunds: [...payment.refunds, made] })
  if (answer === 'lost') return { ...world, payments }
  const after = answer === 'processed' ? 'processed' : 'pending'
  return { ...world, payments, rows: replace(world.rows, index, after) }
}

/** Staff say of a refund that has failed that its money went another way. */
export function payOutside(world: World, index: number): World {
  return { ...world, rows: replace(world.rows, index, 'outside') }
}

export function refundByHand(
  world: World,
  index: number,
  amount: 'part' | 'rest',
  status: 'pending' | 'processed',
): World {
  const payment = at(world.payments, index)
  const amountInPaise = amount === 'part' ? part : price - given(payment) - taken(payment)
  const refunds = [...payment.refunds, { by: 'hand' as const, amountInPaise, status }]
  return { ...world, payments: change(world.payments, index, { refunds }) }
}

export function change(
  payments: readonly ProviderPayment[],
  index: number,
  fields: Partial<ProviderPayment>,
): readonly ProviderPayment[] {
  return replace(payments, index, { ...at(payments, index), ...fields })
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}

function stateOf(world: World, orderIndex: number): OrderState {
  const order = at(world.orders, orderIndex)
  return {
    status: order.status,
    amountInPaise: price,
    currency: 'INR',
    razorpayPaymentId: order.settled === null ? null : idOf(order.settled),
    wasOpened: order.wasOpened,
    isCouponLeft: true,
    isOwnedOtherwise: isOpenBesides(world, orderIndex),
    isBuyerErased: false,
    refundedRazorpayPaymentIds: world.payments.flatMap((payment, index) =>
      payment.order === orderIndex && at(world.rows, index) !== 'none' ? [idOf(index)] : [],
    ),
    refundedInPaise: order.refundedInPaise,
    lostDisputes: world.heardLost.flatMap((heard, index) =>
      heard.map((which) => ({
        disputeId: `disp_${index}_${which}`,
        razorpayPaymentId: idOf(index),
        amountDeductedInPaise: at(at(world.payments, index).lost, which),
      })),
    ),
  }
}

function heardOf(
  heardLost: World['heardLost'],
  payments: World['payments'],
  index: number,
): number {
  return at(heardLost, index).reduce((sum, which) => sum + at(at(payments, index).lost, which), 0)
}

function isOpenBesides({ isGiven, orders }: World, orderIndex: number): boolean {
  return isGiven || orders.some((other, index) => index !== orderIndex && other.isOpen)
}

function replace<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return items.map((old, at) => (at === index ? item : old))
}

const idOf = (index: number): string => `pay_${index}`
const indexOf = (razorpayPaymentId: string): number => Number(razorpayPaymentId.slice(4))
