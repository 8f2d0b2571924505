import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { buy, eventually, listSandbox, pay } from '../../../../../tests/support/buy.ts'
import {
  ask,
  carryOut,
  erasureJobs,
  letTimePass,
  makePerson,
  readErasureState,
  requested,
} from '../../../../../tests/support/erasing.ts'
import {
  completeCourse,
  type MadeCourse,
  makeCourse,
  type Person,
  unique,
  watchCourse,
} from '../../../../../tests/support/factories.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { findMark } from '../../../../../tests/support/whole-life.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { getCertificate } from '../../../certificates/contract.ts'
import { createOrder, verifyPayment } from '../../../checkout/contract.ts'
import { performRefunds } from '../../../checkout/server/refunds/perform-refunds.ts'
import { requestRefund } from '../../../checkout/server/refunds/request-refund.ts'
import { reconcileOrders } from '../../../checkout/server/settling/reconcile-orders.ts'
import { cancelErasure, requestErasure } from '../../contract.ts'
import { runErasures } from './run-erasures.ts'

const server = await startTestServer({ razorpay: true })
afterAll(() => server.close())

const events = [
  'order',
  'pay',
  'verify',
  'refund',
  'ask',
  'play',
  'request',
  'take back',
  'run',
  'age',
] as const
type Event = (typeof events)[number]

test('whatever comes in which order, and wherever a process dies: money adds up and nobody is half forgotten', async () => {
  const anyEvent = fc.record({
    event: fc.constantFrom(...events),
    /** At which commit from then on the process dies; 0: it lives. */
    diesAt: fc.constantFrom(0, 0, 1, 2, 3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 5, maxLength: 16 }), async (steps) => {
      const mark = unique('mrkany').replaceAll('-', '')
      const world = await makeWorld(mark)
      for (const { event, diesAt } of steps) await happen(world, event, diesAt)

      await settle(world)

      const isErased = (await readErasureState(server, world.person)) === 'done'
      expect(isErased).toBe(world.isRequested)
      expect((await findMark(server, mark)).length > 0).toBe(!isErased)
      await expectMoneyAddsUp(world)
    }),
    { numRuns: runs(6) },
  )
})

interface World {
  person: Person
  course: MadeCourse
  isPlayed: boolean
  razorpayOrderIds: string[]
  paid: { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }[]
  isRequested: boolean
}

async function makeWorld(mark: string): Promise<World> {
  const person = await makePerson(server, { email: `${mark}@example.test`, name: `Asha ${mark}` })
  return {
    person,
    course: await makeCourse(server.db),
    isPlayed: false,
    razorpayOrderIds: [],
    paid: [],
    isRequested: false,
  }
}

class Killed extends Error {}

/** A database whose process dies at one of the commits to come, before it is made. */
function mortal(diesAt: number): Database {
  let commits = 0
  const dies = () => {
    commits += 1
    return diesAt > 0 && commits === diesAt
  }
  return new Proxy(server.db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name)
      const transaction: Database['transaction'] = (work, config) =>
        target.transaction(async (db) => {
          const result = await work(db)
          if (dies()) throw new Killed()
          return result
        }, config)
      return transaction
    },
  })
}

/** Refusals are fine; anything else is not. */
async function happen(world: World, event: Event, diesAt: number): Promise<void> {
  const { person, course } = world
  const as = server.as(person)
  const tolerate = (error: unknown) => {
    if (
      error instanceof Killed ||
      (error instanceof Error && 'status' in error && error.status !== 500)
    )
      return
    throw error
  }
  const doings: Record<Event, () => Promise<unknown>> = {
    order: async () => {
      const { order_id } = await as(createOrder, { body: { course_id: course.id } })
      world.razorpayOrderIds.push(order_id)
    },
    pay: async () => {
      const id = world.razorpayOrderIds.at(-1)
      if (id === undefined || world.paid.some((one) => one.razorpay_order_id === id)) return
      world.paid.push(await pay(server, id, { webhook: diesAt > 0 ? 'twice' : 'never' }))
    },
    verify: async () => {
      const body = world.paid.at(-1)
      if (body) await as(verifyPayment, { body })
    },
    refund: async () => {
      const [order] = await ask<{ id: string }>(
        server,
        `select id from orders where learner_id = $1 and status = 'completed'`,
        person.id,
      )
      if (order) await requestRefund(server.checkout, { orderId: order.id })
      await performRefunds(server.checkout)
    },
    ask: async () => {
      await ask(server, 'update orders set next_check_at = now() where learner_id = $1', person.id)
      await reconcileOrders(server.checkout)
    },
    play: async () => {
      if (!world.isPlayed) await watchCourse(server.db, person, course)
      world.isPlayed = true
    },
    request: async () => {
      await ask(server, 'delete from rate_limits') // nobody asks six times an hour
      await as(requestErasure, { body: requested })
      world.isRequested = true
    },
    'take back': async () => {
      await as(cancelErasure, {})
      world.isRequested = (await readErasureState(server, person)) !== 'none'
    },
    run: async () => {
      await letTimePass(server, person)
      await runErasures(erasureJobs(server, { db: mortal(diesAt) }))
    },
    age: () =>
      ask(
        server,
        `update orders set created_at = created_at - interval '2 days' where learner_id = $1`,
        person.id,
      ),
  }
  await doings[event]().catch(tolerate)
}

/** All that is due has been done, and all is old. */
async function settle(world: World): Promise<void> {
  const { person } = world
  for (let round = 0; round < 4; round += 1) {
    await happen(world, 'age', 0)
    await happen(world, 'ask', 0)
    await ask(
      server,
      `update refunds set next_attempt_at = now() where status <> 'processed'
         and order_id in (select id from orders where learner_id = $1)`,
      person.id,
    )
    await performRefunds(server.checkout)
    await carryOut(server, person)
  }
}

/** Each captured payment opened the course or went back, once; the books say the same. */
async function expectMoneyAddsUp({ person }: World): Promise<void> {
  const [sums] = await ask<{ kept: string; open: string; paid: string }>(
    server,
    `select coalesce(sum(paid_in_paise - refunded_in_paise - lost_in_paise), 0) as kept,
            (select coalesce(sum(amount_in_paise), 0) from orders
              where learner_id = $1 and status = 'completed') as open,
            (select count(*) from refunds r join orders o on o.id = r.order_id
              where o.learner_id = $1 and r.status <> 'processed') as paid
       from income where order_id in (select id from orders where learner_id = $1)`,
    person.id,
  )
  expect(sums?.kept).toBe(sums?.open)
  expect(sums?.paid).toBe('0')
  const orders = await ask<{ id: string; status: string }>(
    server,
    'select razorpay_order_id as id, status from orders where learner_id = $1',
    person.id,
  )
  const payments = await listSandbox<{ order_id: string; status: string }>(server, 'payments')
  for (const { id, status } of orders) {
    const captured = payments.filter((one) => one.order_id === id && one.status === 'captured')
    expect([status, captured.length]).toEqual([status, status === 'completed' ? 1 : 0])
  }
}

test('erasing many while others buy and watch loses nothing of theirs', {
  timeout: 600_000,
}, async () => {
  const count = Number(process.env['ERASED_PEOPLE'] ?? 20)
  const course = await makeCourse(server.db)
  const people = await Promise.all(Array.from({ length: count }, () => makePerson(server)))
  for (const person of people) await completeCourse(server.db, person, course)
  for (const person of people) {
    await ask(
      server.owner,
      `insert into erasures (id, learner_id, requested_at, due_at, keeps_certificates, next_attempt_at)
       values (gen_random_uuid(), $1, now() - interval '8 days', now(), false, now())`,
      person.id,
    )
  }
  const buyers = await Promise.all(Array.from({ length: 10 }, () => makePerson(server)))

  const [, , bought] = await Promise.all([
    runErasures(erasureJobs(server)),
    runErasures(erasureJobs(server)),
    Promise.all(
      buyers.map(async (buyer) => {
        await buy(server, buyer, course)
        await completeCourse(server.db, buyer, course)
        const params = { course_id: course.id }
        return server.as(buyer)(getCertificate, { params })
      }),
    ),
  ])
  await eventually(
    async () => {
      await ask(server, `update erasures set next_attempt_at = now() where finished_at is null`)
      await runErasures(erasureJobs(server))
      return ask(
        server,
        'select from erasures where finished_at is null and learner_id = any ($1)',
        people.map(({ id }) => id),
      )
    },
    (left) => left.length === 0,
  )

  expect(bought.map(({ user_name }) => user_name)).toEqual(buyers.map(({ name }) => name))
  const [left] = await ask<{ n: string }>(
    server,
    'select count(*) n from users where id = any ($1) and erased_at is null',
    people.map(({ id }) => id),
  )
  expect(left?.n).toBe('0')
  const [owners] = await ask<{ n: string }>(
    server,
    'select count(*) n from entitlements where course_id = $1',
    course.id,
  )
  expect(owners?.n).toBe(String(count + buyers.length))
})
