import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, makeLearner, unique } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import type { RazorpayPayment, RazorpayRefund } from '../../../../integrations/razorpay/entities.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { settleOrder } from '../settling/settle-order.ts'
import { alarms, orderReturns, orders, refunds } from '../tables.ts'
import { closePaidOutside } from './close-paid-outside.ts'
import { makeRefundsDue, performRefunds } from './perform-refunds.ts'
import { doubtRefund } from './record-refund.ts'

let server: TestServer
let learnerId: string
let courseId: string
beforeAll(async () => {
  server = await startTestServer()
  learnerId = (await makeLearner(server.db)).id
  courseId = (await makeCourse(server.db)).id
})
afterAll(() => server.close())

const price = 100_000

/** A closed order whose refund was written down and not asked for yet. */
async function makeRefund(): Promise<{ orderId: string; razorpayPaymentId: string }> {
  const [orderId, refundId, razorpayPaymentId] = [newId(), newId(), unique('pay')]
  await server.db.insert(orders).values({
    id: orderId,
    receipt: unique('receipt'),
    razorpayOrderId: unique('order'),
    learnerId,
    courseId,
    courseTitle: 'Pottery',
    amountInPaise: price,
    currency: 'INR',
    status: 'refunded',
    razorpayPaymentId,
    completedAt: new Date(),
    refundedAt: new Date(),
  })
  await server.db.insert(refunds).values({
    id: refundId,
    orderId,
    razorpayPaymentId,
    amountInPaise: price,
    idempotencyKey: `refund-${refundId}`,
    cause: 'requested',
    status: 'intended',
    nextAttemptAt: new Date(0),
  })
  return { orderId, razorpayPaymentId }
}

/** Refunds of one payment at the provider; the first one is answered as the story has it. */
function openProvider(razorpayPaymentId: string, first: Ends['first']) {
  let isRefusing = first === 'refused'
  let hasComeBack = false
  const made = new Map<string, RazorpayRefund>()
  const standing = () => [...made.values()].filter(({ status }) => status !== 'failed')
  const givenInPaise = () => standing().reduce((sum, { amountInPaise }) => sum + amountInPaise, 0)
  return {
    givenInPaise,
    hasPending: () => standing().some(({ status }) => status === 'pending'),
    end(status: 'processed' | 'failed'): void {
      for (const [key, refund] of made) {
        if (refund.status === 'pending') made.set(key, { ...refund, status })
      }
    },
    mayComeBack: () => !hasComeBack && standing().some(({ status }) => status === 'processed'),
    /** The bank could not pay out what was told as done, and the account is short by now. */
    comeBack(): void {
      hasComeBack = true
      isRefusing = true
      for (const [key, refund] of made) made.set(key, { ...refund, status: 'failed' })
    },
    fetchPayment: async (id: string) => {
      const status = givenInPaise() >= price ? 'refunded' : 'captured'
      // Only these are read of it.
      return { id, amountInPaise: price, status } as RazorpayPayment
    },
    list: () => [...made.values()],
    refund(key: string, amountInPaise: number): RazorpayRefund {
      const known = made.get(key)
      if (known) return known
      if (isRefusing) {
        isRefusing = false
        throw new RazorpayError('The balance is short.', { kind: 'refused' })
      }
      if (amountInPaise > price - givenInPaise()) {
        throw new RazorpayError('more than is left', { kind: 'refused' })
      }
      const refund: RazorpayRefund = {
        id: unique('rfnd'),
        razorpayPaymentId,
        amountInPaise,
        currency: 'INR',
        status: made.size === 0 && first !== 'refused' ? first : 'processed',
        receipt: null,
        notes: {},
      }
      made.set(key, refund)
      return refund
    },
  }
}

type Provider = ReturnType<typeof openProvider>

/** What a performer asks of it, who waits for each answer. */
function ask(provider: Provider, wait: () => Promise<void>): CheckoutDependencies {
  const razorpay: CheckoutDependencies['razorpay'] = {
    ...server.checkout.razorpay,
    fetchPayment: provider.fetchPayment,
    listDisputes: async () => [],
    async listPaymentRefunds() {
      const listed = provider.list()
      await wait()
      return listed
    },
    async refundPayment(_, { amountInPaise = price, idempotencyKey }) {
      try {
        return provider.refund(idempotencyKey, amountInPaise)
      } finally {
        await wait()
      }
    },
  }
  return { ...server.checkout, razorpay }
}

/** One who performs refunds, and stands still before each answer until a hand lets them on. */
function startPerformer(orderId: string, provider: Provider) {
  let letOn: (() => void) | null = null
  let tellStands: () => void = () => undefined
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      letOn = resolve
      tellStands()
    })
  let isDone = false
  const end = performRefunds(ask(provider, wait), { orderId }).finally(() => {
    isDone = true
  })
  return {
    isDone: () => isDone,
    /** Resolves when they stand still, or have come to their end. */
    async stand(): Promise<void> {
      if (isDone || letOn) return
      await Promise.race([new Promise<void>((resolve) => (tellStands = resolve)), end])
    },
    letOn(): void {
      letOn?.()
      letOn = null
    },
  }
}

interface Ends {
  first: 'pending' | 'processed' | 'failed' | 'refused'
  pendingEnds: 'processed' | 'failed'
  /** What was done comes back, once. */
  mayComeBack?: boolean
  /** Staff pay it back another way at any moment at which it has failed. */
  mayGoOutside?: boolean
}

/**
 * Two who perform the same refund, and what the provider tells meanwhile, step by step as chosen. Resolves
 * to how many choices there were at each step, and how many refunds were made when it was paid back outside.
 */
async function play(
  { orderId, provider, ends }: { orderId: string; provider: Provider; ends: Ends },
  choices: readonly number[],
): Promise<{ counts: number[]; madeBefore: number | null }> {
  let madeBefore: number | null = null
  const performers = [startPerformer(orderId, provider)]
  const counts: number[] = []
  for (;;) {
    await performers.at(-1)?.stand()
    const steps = performers
      .filter((performer) => !performer.isDone())
      .map((performer) => async () => {
        performer.letOn()
        await performer.stand()
      })
    if (performers.length < 2) {
      steps.push(async () => {
        await comeDue(orderId)
        performers.push(startPerformer(orderId, provider))
      })
    }
    if (provider.hasPending()) {
      steps.push(async () => {
        provider.end(ends.pendingEnds)
        await makeRefundsDue(server.checkout, orderId)
      })
    }
    if (ends.mayComeBack && provider.mayComeBack()) {
      steps.push(async () => {
        provider.comeBack()
        await makeRefundsDue(server.checkout, orderId)
      })
    }
    const [failed] = await server.db.select().from(refunds).where(isFailed(orderId))
    if (ends.mayGoOutside && failed) {
      steps.push(async () => {
        await server.db.transaction((db) => closePaidOutside(db, failed.id))
        madeBefore = provider.list().length
      })
    }
    const step = steps[choices[counts.length] ?? 0]
    if (!step) return { counts, madeBefore }
    await step()
    counts.push(steps.length)
  }
}

function isFailed(orderId: string) {
  return and(eq(refunds.orderId, orderId), eq(refunds.status, 'failed'))
}

/** Time passes: whatever has a next time is due. */
async function comeDue(orderId: string): Promise<number> {
  const { rowCount } = await server.db
    .update(refunds)
    .set({ nextAttemptAt: new Date(0) })
    .where(and(eq(refunds.orderId, orderId), isNotNull(refunds.nextAttemptAt)))
  return rowCount ?? 0
}

async function performRest(orderId: string, provider: Provider): Promise<void> {
  const deps = ask(provider, async () => undefined)
  for (let round = 0; round < 5 && (await comeDue(orderId)) > 0; round += 1) {
    await performRefunds(deps, { orderId })
  }
}

/** The next choices in the order of a tree's branches; null: all were made. */
function nextChoices(choices: readonly number[], counts: readonly number[]): number[] | null {
  const made = counts.map((_, at) => choices[at] ?? 0)
  const at = counts.findLastIndex((count, index) => made[index]! + 1 < count)
  return at === -1 ? null : [...made.slice(0, at), made[at]! + 1]
}

const everyEnds: Ends[] = [
  { first: 'processed', pendingEnds: 'processed' },
  { first: 'failed', pendingEnds: 'processed' },
  { first: 'pending', pendingEnds: 'processed' },
  { first: 'pending', pendingEnds: 'failed' },
  { first: 'refused', pendingEnds: 'processed' },
  { first: 'processed', pendingEnds: 'processed', mayComeBack: true },
]

test.each(everyEnds)(
  'in whatever order two perform a refund that is $first at first (one that is pending ends as $pendingEnds), it goes back once and is done',
  async (ends) => {
    let plays = 0
    for (let choices: number[] | null = []; choices; plays += 1) {
      const { orderId, razorpayPaymentId } = await makeRefund()
      const provider = openProvider(razorpayPaymentId, ends.first)
      const { counts } = await play({ orderId, provider, ends }, choices)
      // A slow answer may say "done" of what has come back: the order's next question finds it.
      if (ends.mayComeBack) await doubtRefund(server.db, razorpayPaymentId)
      await performRest(orderId, provider)

      const [row] = await server.db.select().from(refunds).where(eq(refunds.orderId, orderId))
      const open = and(eq(alarms.orderId, orderId), isNull(alarms.resolvedAt))
      expect({
        choices,
        status: row?.status,
        nextAttemptAt: row?.nextAttemptAt,
        givenInPaise: provider.givenInPaise(),
        alarms: await server.db.$count(alarms, open),
      }).toEqual({
        choices,
        status: 'processed',
        nextAttemptAt: null,
        givenInPaise: price,
        alarms: 0,
      })
      choices = nextChoices(choices, counts)
    }
    expect(plays).toBeGreaterThan(8)
  },
)

test.each<Ends>([
  { first: 'failed', pendingEnds: 'processed', mayGoOutside: true },
  { first: 'pending', pendingEnds: 'failed', mayGoOutside: true },
  { first: 'refused', pendingEnds: 'processed', mayGoOutside: true },
])(
  'a refund that is $first at first is asked for no more from the moment on that it was paid back outside, and what was under way then is told',
  async (ends) => {
    let outside = 0
    let twice = 0
    for (let choices: number[] | null = []; choices; ) {
      const { orderId, razorpayPaymentId } = await makeRefund()
      const provider = openProvider(razorpayPaymentId, ends.first)
      const { counts, madeBefore } = await play({ orderId, provider, ends }, choices)
      const played = choices
      choices = nextChoices(choices, counts)
      if (madeBefore === null) continue
      await makeRefundsDue(server.checkout, orderId)
      await performRest(orderId, provider)

      const [row] = await server.db.select().from(refunds).where(eq(refunds.orderId, orderId))
      const open = and(eq(alarms.orderId, orderId), isNull(alarms.resolvedAt))
      const given = provider.list().find(({ status }) => status !== 'failed')
      expect({
        choices: played,
        made: provider.list().length,
        status: row?.status,
        nextAttemptAt: row?.nextAttemptAt,
        isNoted: row?.razorpayRefundId === given?.id,
        alarms: await server.db.$count(alarms, open),
      }).toEqual({
        choices: played,
        made: madeBefore,
        status: 'processed',
        nextAttemptAt: null,
        isNoted: given !== undefined,
        alarms: given ? 1 : 0,
      })
      outside += 1
      if (given) twice += 1
    }
    expect(outside).toBeGreaterThan(2)
    expect(twice).toBeGreaterThan(0)
  },
)

test('a refund that comes back after it was done, of which nobody tells, is told to staff and given again', async () => {
  const { orderId, razorpayPaymentId } = await makeRefund()
  await server.db.insert(orderReturns).values({ orderId, refundedInPaise: price })
  const provider = openProvider(razorpayPaymentId, 'processed')
  const deps = ask(provider, async () => undefined)
  await performRefunds(deps, { orderId })
  provider.comeBack()

  const payment = { razorpayPaymentId, amountInPaise: price, currency: 'INR', method: 'upi' }
  const shown = { ...payment, status: 'captured', amountRefundedInPaise: 0, failure: null } as const
  const update = { kind: 'payment', payment: shown } as const
  await settleOrder(deps, orderId, { source: 'provider', kind: 'asked', update })
  await performRefunds(deps, { orderId })

  const read = async () => {
    const [row] = await server.db.select().from(refunds).where(eq(refunds.orderId, orderId))
    const open = and(eq(alarms.orderId, orderId), isNull(alarms.resolvedAt))
    return { status: row?.status, alarms: await server.db.$count(alarms, open) }
  }
  expect(await read()).toEqual({ status: 'failed', alarms: 1 })
  await performRest(orderId, provider)
  expect(await read()).toEqual({ status: 'processed', alarms: 0 })
  expect(provider.givenInPaise()).toBe(price)
})

test('a busy provider is asked for nothing more until it may be, and what waits counts as no failed try', async () => {
  await server.db.update(refunds).set({ nextAttemptAt: null })
  await makeRefund()
  await makeRefund()
  let asked = 0
  const fetchPayment = () => {
    asked += 1
    const busy = { kind: 'busy', status: 429, retryAfterInSeconds: 300 } as const
    return Promise.reject(new RazorpayError('Razorpay answered 429.', busy))
  }
  const razorpay = { ...server.checkout.razorpay, fetchPayment }

  expect(await performRefunds({ ...server.checkout, razorpay })).toBe(0)

  expect(asked).toBe(1)
  const soon = new Date(Date.now() + 200_000)
  const waiting = and(
    gt(refunds.nextAttemptAt, soon),
    eq(refunds.attempts, 0),
    isNull(refunds.failure),
  )
  expect(await server.db.$count(refunds, waiting)).toBe(2)
})

test('a call that is under way already holds up no other refund, and counts as a try', async () => {
  await server.db.update(refunds).set({ nextAttemptAt: null })
  await makeRefund()
  await makeRefund()
  let asked = 0
  const fetchPayment = () => {
    asked += 1
    return Promise.reject(
      new RazorpayError('Razorpay answered 409.', { kind: 'busy', status: 409 }),
    )
  }
  const razorpay = { ...server.checkout.razorpay, fetchPayment }

  expect(await performRefunds({ ...server.checkout, razorpay })).toBe(2)

  expect(asked).toBe(2)
  const tried = and(isNotNull(refunds.nextAttemptAt), eq(refunds.attempts, 1))
  expect(await server.db.$count(refunds, tried)).toBe(2)
})
