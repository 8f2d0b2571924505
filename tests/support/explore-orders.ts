import {
  applyUpdate,
  at,
  change,
  given,
  isKept,
  lostDispute,
  newWorld,
  part,
  payOutside,
  performRefund,
  poll,
  possibleSnapshots,
  price,
  type Rules,
  refundByHand,
  settleAttempt,
  snapshot,
  taken,
  type World,
} from './order-world.ts'

/** How large a world, and what may happen in it besides paying, expiring, hearing and asking. */
export interface Scope {
  orders: number
  paymentsEach: number
  /** Refunds in parts, that stay pending or fail at the bank, or whose answer is lost. */
  refundTroubles?: boolean
  disputes?: boolean
  /** Refunds are turned down, and staff pay them back outside the provider. */
  outside?: boolean
  /** Staff give the course, once. */
  gift?: boolean
  /** Parts of a payment go back by hand, or to banks by several disputes. */
  parts?: boolean
}

export interface Explored {
  states: number
  steps: number
  /** The shortest story that ends badly; null if none does. */
  counterexample: { claim: string; story: string[] } | null
}

interface Step {
  name: string
  world: World
}

/**
 * Walks through every order of events, breadth first, and holds the claim in every state: once
 * everything is heard and done, the course is open if and only if the academy keeps that order's
 * money, every other rupee went back, and the last mail was true.
 */
export function exploreOrders(rules: Rules, scope: Scope): Explored {
  const first = newWorld(scope.orders, scope.paymentsEach)
  const seen = new Map<string, { parent: string | null; name: string }>()
  seen.set(keyOf(first), { parent: null, name: 'start' })
  let layer = [first]
  let steps = 0
  while (layer.length > 0) {
    const next: World[] = []
    for (const world of layer) {
      const key = keyOf(world)
      const claim = brokenClaim(rules, world)
      if (claim !== null) {
        return { states: seen.size, steps, counterexample: { claim, story: tell(seen, key) } }
      }
      for (const step of possibleSteps(rules, world, scope)) {
        steps += 1
        const nextKey = keyOf(step.world)
        if (seen.has(nextKey)) continue
        seen.set(nextKey, { parent: key, name: step.name })
        next.push(step.world)
      }
    }
    layer = next
  }
  return { states: seen.size, steps, counterexample: null }
}

function possibleSteps(rules: Rules, world: World, scope: Scope): Step[] {
  const steps: Step[] = []
  const add = (name: string, after: World): void => {
    steps.push({ name, world: after })
  }
  world.orders.forEach((order, index) => {
    add(`poll order ${index}`, poll(rules, world, index))
    if (order.status === 'completed') {
      const update = { kind: 'refund_requested' as const, cause: 'requested' as const }
      add(
        `refund of order ${index} is asked for`,
        withoutCaptures(applyUpdate(rules, world, index, update)),
      )
    }
  })
  // Nothing is mailed then, and what was told before was true at that time.
  if (scope.gift && !world.isGiven) {
    add('the course is given', { ...world, isGiven: true, lastMail: 'none' })
  }
  world.payments.forEach((payment, index) => {
    const become = (name: string, fields: Partial<typeof payment>): void =>
      add(`payment ${index} ${name}`, { ...world, payments: change(world.payments, index, fields) })
    if (payment.phase === 'none') {
      if (mayBegin(world, index)) become('begins', { phase: 'open' })
      return
    }
    if (payment.phase === 'open') become('is authorised', { phase: 'authorized' })
    if (payment.phase === 'authorized') {
      become('is captured', { phase: 'captured' })
      become('expires', { phase: 'expired' })
    }
    for (const snapshot of possibleSnapshots(world, index)) {
      const applied = applyUpdate(rules, world, payment.order, {
        kind: 'payment',
        payment: snapshot,
      })
      add(`hear that payment ${index} is ${snapshot.status}`, withoutCaptures(applied))
    }
    add(
      `verify payment ${index}`,
      settleAttempt(rules, world, payment.order, snapshot(world, index)),
    )
    for (const which of payment.lost.keys()) {
      const applied = applyUpdate(rules, world, payment.order, lostDispute(world, index, which))
      add(`hear of the lost dispute ${index}.${which}`, withoutCaptures(applied))
    }
    add(`refund ${index}`, performRefund(rules, world, index, 'processed'))
    if (isKept(payment)) {
      add(`refund ${index} by hand`, refundByHand(world, index, 'rest', 'processed'))
      for (const [name, amount] of disputable(payment, scope)) {
        become(`is lost in a dispute: ${name}`, { lost: [...payment.lost, amount] })
      }
    }
    if ((scope.refundTroubles || scope.parts) && isUntouched(payment)) {
      add(`a part of ${index} by hand`, refundByHand(world, index, 'part', 'processed'))
    }
    if (scope.outside) {
      add(`refund ${index} is turned down`, performRefund(rules, world, index, 'refused'))
      if (at(world.rows, index) === 'failed')
        add(`refund ${index} is paid back outside`, payOutside(world, index))
    }
    if (scope.refundTroubles) troubles(rules, world, index, add)
  })
  return steps
}

/** A bank may dispute the whole whatever went back before, a part, or what a part has left. */
function disputable(payment: World['payments'][number], scope: Scope): [string, number][] {
  if (!scope.disputes) return []
  const left = price - given(payment) - taken(payment)
  const whole: [string, number][] = payment.lost.length === 0 ? [['all of it', price]] : []
  if (!scope.parts) return whole
  if (left < price) return [...whole, ['what is left', left]]
  return [...whole, ['a part', part]]
}

function isUntouched(payment: World['payments'][number]): boolean {
  return isKept(payment) && !payment.refunds.some((refund) => refund.by === 'hand')
}

function troubles(
  rules: Rules,
  world: World,
  index: number,
  add: (name: string, after: World) => void,
): void {
  const payment = at(world.payments, index)
  const hasFailed = payment.refunds.some((refund) => refund.status === 'failed')
  for (const answer of hasFailed
    ? (['pending', 'lost'] as const)
    : (['pending', 'failed', 'lost'] as const)) {
    add(`refund ${index}, answer ${answer}`, performRefund(rules, world, index, answer))
  }
  if (isUntouched(payment)) {
    add(`refund ${index} by hand, pending`, refundByHand(world, index, 'rest', 'pending'))
  }
  payment.refunds.forEach((refund, at) => {
    const set = (status: 'processed' | 'failed'): World => ({
      ...world,
      payments: change(world.payments, index, {
        refunds: payment.refunds.map((old, i) => (i === at ? { ...old, status } : old)),
      }),
    })
    if (refund.status === 'pending') add(`refund ${at} of ${index} arrives`, set('processed'))
    // What had arrived may come back. Not a part: the bank could take the whole beside what was given.
    const mayFail = refund.status === 'pending' || refund.amountInPaise > part
    if (mayFail && !hasFailed) add(`refund ${at} of ${index} fails`, set('failed'))
  })
}

/** Payments of one order are alike, so the second begins after the first. */
function mayBegin(world: World, index: number): boolean {
  const before = world.payments[index - 1]
  return (
    before === undefined ||
    before.order !== at(world.payments, index).order ||
    before.phase !== 'none'
  )
}

/** Null if, once all is heard and done, all is well. */
function brokenClaim(rules: Rules, start: World): string | null {
  const world = hearEverything(rules, start)
  if (world === null) return 'the academy comes to rest'
  const isOpen = world.isGiven || world.orders.some((order) => order.isOpen)
  for (const [index, order] of world.orders.entries()) {
    const settled = order.settled === null ? null : at(world.payments, order.settled)
    const keepsMoney = order.status === 'completed' && settled !== null && isKept(settled)
    if (order.isOpen !== keepsMoney)
      return `order ${index} is open if and only if its money is kept`
  }
  for (const [index, payment] of world.payments.entries()) {
    const order = at(world.orders, payment.order)
    const opens = order.isOpen && order.settled === index
    const row = at(world.rows, index)
    const isOutside = row === 'outside'
    if (isKept(payment) && !opens && !isOutside)
      return `the money of payment ${index} opens a course or goes back`
    if (row === 'processed' && isKept(payment)) return `refund ${index} is done when it says so`
    if (row !== 'none' && row !== 'processed' && row !== 'lost' && !isOutside)
      return `refund ${index} comes to its end`
    const before = at(start.payments, index)
    if (at(start.rows, index) === 'outside' && payment.refunds.length > before.refunds.length)
      return `payment ${index}, paid back outside, is not given once more`
    const isGivenTwice =
      given(payment) + taken(payment) > price && payment.refunds.some(isMadeByAcademy)
    if (given(payment) > price || isGivenTwice) return `payment ${index} goes back once`
  }
  if (!isOpen && isPaid(world))
    return 'a learner who paid, and whom nobody gave it back, has the course'
  if (world.lastMail === 'open' && !isOpen) return 'a mail that says "open" is true'
  if (world.lastMail === 'closed' && isOpen) return 'a mail that says "closed" is true'
  return null
}

/** A part by hand may have come before the bank took the whole; what the academy gives is the rest. */
function isMadeByAcademy({ by, status }: World['payments'][number]['refunds'][number]): boolean {
  return by === 'academy' && status !== 'failed'
}

/** Something was paid, and neither people nor a bank wanted any of it back. */
function isPaid(world: World): boolean {
  const wasWantedBack = (payment: World['payments'][number]): boolean =>
    payment.lost.length > 0 || payment.refunds.some((refund) => refund.by === 'hand')
  const isCaptured = world.payments.some((payment) => payment.phase === 'captured')
  return isCaptured && !world.isRefundRequested && !world.payments.some(wasWantedBack)
}

/** Every question is asked, every refund made, and what nobody collects expires; null: no rest. */
function hearEverything(rules: Rules, start: World): World | null {
  let world = start
  let key = keyOf(world)
  for (let round = 0; round < 12; round += 1) {
    for (const index of world.orders.keys()) world = poll(rules, world, index)
    for (const [index, payment] of world.payments.entries()) {
      for (const which of payment.lost.keys()) {
        const update = lostDispute(world, index, which)
        world = withoutCaptures(applyUpdate(rules, world, payment.order, update))
      }
    }
    for (const index of world.payments.keys()) {
      world = performRefund(rules, world, index, 'processed')
    }
    world = { ...world, payments: world.payments.map(comeToRest) }
    const after = keyOf(world)
    if (after === key) return world
    key = after
  }
  return null
}

function comeToRest(payment: World['payments'][number]): World['payments'][number] {
  const arrived = payment.refunds.map((refund) =>
    refund.status === 'pending' ? { ...refund, status: 'processed' as const } : refund,
  )
  const phase = payment.phase === 'authorized' ? 'expired' : payment.phase
  return { ...payment, phase, refunds: arrived }
}

function withoutCaptures(world: World & { captures?: number }): World {
  const { captures: _, ...rest } = world
  return rest
}

/** Orders are alike, so worlds that differ only in which order is which are one. */
function keyOf(world: World): string {
  const orders = world.orders.map((order, orderIndex) => {
    const own = [...world.payments.keys()].filter(
      (index) => at(world.payments, index).order === orderIndex,
    )
    const settled = order.settled === null ? '-' : own.indexOf(order.settled)
    return `${order.status[0]}${settled}${order.wasOpened ? 'w' : ''}${order.isOpen ? 'o' : ''}${order.refundedInPaise}:${own.map((index) => keyOfPayment(world, index)).join()}`
  })
  return `${orders.toSorted().join('|')}|${world.lastMail[0]}${world.isRefundRequested ? 'r' : ''}${world.isGiven ? 'g' : ''}`
}

function keyOfPayment(world: World, index: number): string {
  const { phase, lost, refunds } = at(world.payments, index)
  const madeRefunds = refunds.map(
    (refund) => `${refund.by[0]}${refund.status[1]}${refund.amountInPaise}`,
  )
  return `${phase[0]}${lost.map((amount) => `d${amount}`).join('')}h${at(world.heardLost, index).join('')}${madeRefunds.join('')}${at(world.rows, index).slice(0, 2)}`
}

function tell(seen: Map<string, { parent: string | null; name: string }>, end: string): string[] {
  const story: string[] = []
  for (let key: string | null = end; key !== null; ) {
    const entry = seen.get(key)
    if (!entry) throw new Error('a state without a past')
    story.unshift(entry.name)
    key = entry.parent
  }
  return story.slice(1)
}
