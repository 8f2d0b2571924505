import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeCoupon, makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { openDatabaseAgain } from '../../../../../tests/support/test-database.ts'
import { ProblemError } from '../../../../http/problem.ts'
import type { PaymentSnapshot } from '../settling/decide-order.ts'
import { type ReceivedUpdate, settleOrder } from '../settling/settle-order.ts'
import { openOrder } from './open-order.ts'

const server = await startTestServer()
const { db, checkout } = server
const otherPools = [openDatabaseAgain(server.url), openDatabaseAgain(server.url)]
afterAll(async () => {
  await Promise.all(otherPools.map((pool) => pool.close()))
  await server.close()
})

const many = <Made>(count: number, make: () => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, make))

async function readUses(code: string): Promise<{ reserved: number; used: number }> {
  const { rows } = await db.execute<{ reserved: number; used: number }>(sql`
    select uses_reserved as reserved, uses_used as used from coupons where code = ${code}`)
  return rows[0]!
}

test('one use left and fifty at once, in three processes: one has it, forty-nine are told', async () => {
  const course = await makeCourse(db)
  const { code } = await makeCoupon(db, { maxUses: 1 })
  const learners = await many(50, () => makeLearner(db))
  const pools = [db, ...otherPools.map((pool) => pool.db)]

  const outcomes = await Promise.allSettled(
    learners.map(({ id }, at) =>
      openOrder(pools[at % 3]!, {
        learnerId: id,
        wish: { courseId: course.id },
        code,
        buyer: {},
      }),
    ),
  )

  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as ProblemError).code] : [],
  )
  expect(refused).toEqual(Array.from({ length: 49 }, () => 'coupon_used_up'))
  expect(await readUses(code)).toEqual({ reserved: 1, used: 0 })
})

test('one learner with ten tabs holds one use, and one order', async () => {
  const course = await makeCourse(db)
  const { code } = await makeCoupon(db, { maxUses: 1, maxUsesPerLearner: 1 })
  const { id } = await makeLearner(db)

  const made = await many(10, () =>
    openOrder(db, { learnerId: id, wish: { courseId: course.id }, code, buyer: {} }),
  )

  expect(new Set(made.map((order) => order.id)).size).toBe(1)
  expect(await readUses(code)).toEqual({ reserved: 1, used: 0 })
})

test('a process that dies between reserving and committing leaves the use to the next', async () => {
  const course = await makeCourse(db)
  const { code } = await makeCoupon(db, { maxUses: 1 })
  const [first, second] = await many(2, () => makeLearner(db))
  const killed = otherPools[0]!.db.transaction(async (dying) => {
    await openOrder(dying, {
      learnerId: first!.id,
      wish: { courseId: course.id },
      code,
      buyer: {},
    })
    const { rows } = await dying.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
  })
  await expect(killed).rejects.toBeInstanceOf(Error)

  const order = await openOrder(db, {
    learnerId: second!.id,
    wish: { courseId: course.id },
    code,
    buyer: {},
  })

  expect(order.couponCode).toBe(code)
  expect(await readUses(code)).toEqual({ reserved: 1, used: 0 })
})

test('the table itself refuses a use too many, whatever the code forgets', async () => {
  const { code } = await makeCoupon(db, { maxUses: 1 })
  const overuse = db.execute(sql`update coupons set uses_used = 2 where code = ${code}`)
  await expect(overuse).rejects.toMatchObject({
    cause: { constraint: 'coupons_never_used_too_often' },
  })
})

type Step = readonly [
  kind: 'open' | 'die' | 'pay' | 'fail' | 'leave' | 'lose' | 'give_back' | 'provider_refunds',
  who: number,
]

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'open',
      'open',
      'open',
      'die',
      'pay',
      'pay',
      'fail',
      'leave',
      'lose',
      'give_back',
      'provider_refunds',
    ),
    fc.nat(7),
  ),
  { minLength: 4, maxLength: 16 },
)

test('in every order of events no coupon is used once too often, none is lost, and no money is kept without a course', async () => {
  const limits = fc.record({
    maxUses: fc.integer({ min: 1, max: 2 }),
    maxUsesPerLearner: fc.constantFrom(1, 2, null),
  })
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limits, steps) => {
      const world = await newWorld(limits)
      for (const step of steps) {
        await play(world, step)
        expect(await findBreaches(world, limits)).toEqual([])
      }
    }),
    { numRuns: runs(24) },
  )
})

interface World {
  code: string
  learners: { id: string }[]
  courses: { id: string }[]
  /** Our ids of the orders, in the order of making. */
  orders: string[]
  /** By order, the payment that was captured. */
  captured: Map<string, PaymentSnapshot>
}

async function newWorld(limits: { maxUses: number; maxUsesPerLearner: number | null }) {
  const { code } = await makeCoupon(db, limits)
  const learners = await many(2, () => makeLearner(db))
  const courses = await many(2, () => makeCourse(db))
  const world: World = { code, learners, courses, orders: [], captured: new Map() }
  return world
}

async function play(world: World, [kind, who]: Step): Promise<void> {
  const orderId = world.orders[who % Math.max(world.orders.length, 1)]
  if (kind === 'open' || kind === 'die') return order(world, who, kind === 'die')
  if (orderId === undefined) return
  const settle = (update: ReceivedUpdate['update']) =>
    settleOrder(checkout, orderId, { source: 'provider', kind: 'test', update })
  const known = world.captured.get(orderId)
  if (kind === 'pay') {
    const payment = known ?? snapshot(orderId, await readAmount(orderId))
    world.captured.set(orderId, payment)
    await settle({ kind: 'payment', payment })
  }
  if (kind === 'fail' || kind === 'leave') {
    if (kind === 'leave') {
      await db.execute(sql`
        update coupon_uses set changed_at = now() - interval '31 minutes' where order_id = ${orderId}`)
    }
    const failed = { ...snapshot(orderId, await readAmount(orderId)), status: 'failed' as const }
    const attempts = kind === 'fail' ? [failed] : []
    if (!known) await settle({ kind: 'attempts_listed', attempts, isOrderAbandoned: false })
  }
  if (kind === 'lose' && !known) await settle({ kind: 'order_lost' })
  if (kind === 'give_back') await settle({ kind: 'refund_requested', cause: 'requested' })
  if (kind === 'provider_refunds' && known) {
    const payment = {
      ...known,
      status: 'refunded' as const,
      amountRefundedInPaise: known.amountInPaise,
    }
    world.captured.set(orderId, payment)
    await settle({ kind: 'payment', payment })
  }
}

/** A press of the button; dying, all of it is rolled back. */
async function order(world: World, who: number, isDying: boolean): Promise<void> {
  const wish = { courseId: world.courses[(who >> 1) % 2]!.id }
  const code = who < 6 ? world.code : null
  const death = new Error('killed')
  try {
    await db.transaction(async (db) => {
      const made = await openOrder(db, {
        learnerId: world.learners[who % 2]!.id,
        wish: wish,
        code,
        buyer: {},
      })
      if (isDying) throw death
      if (!world.orders.includes(made.id)) world.orders.push(made.id)
    })
  } catch (error) {
    if (error !== death && !(error instanceof ProblemError)) throw error
  }
}

function snapshot(orderId: string, amountInPaise: number): PaymentSnapshot {
  return {
    razorpayPaymentId: `pay_${orderId}`,
    status: 'captured',
    amountInPaise,
    currency: 'INR',
    amountRefundedInPaise: 0,
    method: 'upi',
    failure: null,
  }
}

async function readAmount(orderId: string): Promise<number> {
  const { rows } = await db.execute<{ amount: string }>(
    sql`select amount_in_paise as amount from orders where id = ${orderId}`,
  )
  return Number(rows[0]!.amount)
}

/** What does not hold, in words; empty if all is well. */
async function findBreaches(
  { code, orders, captured }: World,
  limits: { maxUses: number; maxUsesPerLearner: number | null },
): Promise<string[]> {
  const breaches: string[] = []
  const claim = (isTrue: boolean, words: string): void => {
    if (!isTrue) breaches.push(words)
  }
  const { rows: uses } = await db.execute<{ order_id: string; learner_id: string; state: string }>(
    sql`select order_id, learner_id, state from coupon_uses where coupon_code = ${code}`,
  )
  const count = (state: string, learnerId?: string): number =>
    uses.filter((use) => use.state === state && use.learner_id === (learnerId ?? use.learner_id))
      .length
  const counted = await readUses(code)
  claim(counted.reserved === count('reserved'), 'what is reserved is counted')
  claim(counted.used === count('used'), 'what is used is counted')
  claim(count('used') + count('reserved') <= limits.maxUses, 'no use too many')
  const most = limits.maxUsesPerLearner ?? Number.POSITIVE_INFINITY
  for (const { learner_id } of uses) claim(count('used', learner_id) <= most, 'none for one person')
  for (const order of await readOrders(orders)) {
    const isUsed = uses.some((use) => use.order_id === order.id && use.state === 'used')
    claim(isUsed === (order.has_coupon && order.was_opened), 'used if and only if it opened')
    const isHere = captured.get(order.id)?.status === 'captured' && !order.is_given_back
    claim(order.is_open === isHere, 'open if and only if its money is kept')
  }
  return breaches
}

async function readOrders(ids: string[]) {
  const { rows } = await db.execute<{
    id: string
    has_coupon: boolean
    was_opened: boolean
    is_open: boolean
    is_given_back: boolean
  }>(sql`
    select id, completed_at is not null as was_opened, coupon_code is not null as has_coupon,
           exists (select from access_ledger granted
                    where cause_id = orders.id::text and change = 'grant'
                      and not exists (select from access_ledger taken
                                       where taken.cause_id = granted.cause_id
                                         and taken.change = 'revocation')) as is_open,
           exists (select from refunds where order_id = orders.id) as is_given_back
      from orders where id = any(${sql.param(ids)}::uuid[])`)
  return rows
}
