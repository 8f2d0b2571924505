import { asc, inArray, ne, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Payment } from '../sandbox/entities.ts'
import { readProfile } from '../src/domains/accounts/contract.ts'
import { getCourse } from '../src/domains/catalogue/contract.ts'
import { getCertificate, verifyCertificate } from '../src/domains/certificates/contract.ts'
import {
  createOrder,
  listMyPayments,
  refundMyPayment,
  verifyPayment,
} from '../src/domains/checkout/contract.ts'
import { reconcileOrders } from '../src/domains/checkout/server/settling/reconcile-orders.ts'
import { orders, refunds } from '../src/domains/checkout/server/tables.ts'
import { confirmJoin } from '../src/domains/learners/contract.ts'
import { reportProgress } from '../src/domains/learning/contract.ts'
import { ApiError } from '../src/http/api-client.ts'
import { listSandbox, pay } from './support/buy.ts'
import {
  type MadeCourse,
  makeCourse,
  makeLearner,
  type Person,
  watchCourse,
} from './support/factories.ts'
import { askForCodes } from './support/join.ts'
import { runs } from './support/runs.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

const on = fc.constantFrom('into' as const, 'from' as const)
const which = fc.nat(1)
/** What somebody does in one of their accounts; what a rule refuses does not happen. */
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('buy' as const), on, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('order' as const), on, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), on, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), on, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('play' as const), on, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch all' as const), on, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('certificate' as const), on, which }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never
const story = fc.record({
  before: fc.array(deed, { minLength: 1, maxLength: 8 }),
  /** At the very moment of the join. */
  meanwhile: fc.array(deed, { maxLength: 3 }),
  after: fc.array(deed, { maxLength: 5 }),
})

interface World {
  into: Person
  from: Person
  courses: MadeCourse[]
  /** Certificates by number, with what was printed on each. */
  issued: Map<string, string>
  /** Razorpay's orders that nobody has paid yet. */
  unpaid: { orderId: string; on: Deed['on']; which: number }[]
  /** All that was ever ordered, by Razorpay's id. */
  ordered: Set<string>
}

async function act(world: World, step: Deed): Promise<void> {
  const person = world[step.on]
  const course = world.courses[step.which]!
  const ask = server.as(person)
  const order = async () => {
    const { order_id: id } = await ask(createOrder, { body: { course_id: course.id } })
    world.ordered.add(id)
    return id
  }
  switch (step.do) {
    case 'buy': {
      const id = await order()
      const paid = await pay(server, id).catch(() => null) // by another step already
      if (paid) await ask(verifyPayment, { body: paid })
      return
    }
    case 'order':
      world.unpaid.push({ orderId: await order(), on: step.on, which: step.which })
      return
    case 'pay': {
      // The checkout is open in some browser, also after the account it was opened in has gone.
      const at = world.unpaid.findIndex((one) => one.on === step.on)
      const [open] = at < 0 ? [] : world.unpaid.splice(at, 1)
      if (open) await pay(server, open.orderId, { webhook: 'now' }).catch(() => undefined)
      return
    }
    case 'refund': {
      const payments = await ask(listMyPayments, {})
      const payment = payments.filter((one) => one.can_refund)[step.which]
      if (payment) await ask(refundMyPayment, { params: { payment_id: payment.id } })
      return
    }
    case 'play': {
      const params = { course_id: course.id, video_id: course.videoIds[0]! }
      const body = { position: 3, duration: 60, played: [[0, 3]] as [number, number][] }
      await ask(reportProgress, { params, body })
      return
    }
    case 'watch all':
      await watchCourse(server.db, person, course).catch(() => undefined) // has begun it
      return
    case 'certificate': {
      const made = await ask(getCertificate, { params: { course_id: course.id } })
      world.issued.set(made.certificate_id, `${made.user_name} ${made.completion_date}`)
    }
  }
}

/** What a rule refuses, and what a session cannot do any more that has just ended. */
async function tryTo(world: World, step: Deed): Promise<void> {
  try {
    await act(world, step)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 500) throw error
  }
}

async function hearAll({ ordered }: World): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await server.db
      .update(orders)
      .set({ nextCheckAt: sql`clock_timestamp()` })
      .where(inArray(orders.razorpayOrderId, [...ordered]))
    await server.db
      .update(refunds)
      .set({ nextAttemptAt: sql`clock_timestamp()` })
      .where(ne(refunds.status, 'processed'))
    await reconcileOrders(server.checkout)
  }
}

/** Seconds played of each lesson, and the percent of each course. */
async function readPlayed({ id }: Person): Promise<Map<string, number>> {
  const { rows } = await server.db.execute<{ of: string; much: number }>(sql`
    select video_id as of, played_in_seconds as much from video_progress where learner_id = ${id}
     union all
    select course_id, percent from course_progress where learner_id = ${id}`)
  return new Map(rows.map(({ of, much }) => [of, much]))
}

/** Webhooks may be on their way. */
function settle(world: World): Promise<void> {
  return vi.waitFor(
    async () => {
      await hearAll(world)
      await check(world)
    },
    { interval: 100 },
  )
}

async function check(world: World): Promise<void> {
  const { into, courses, ordered, issued } = world
  const payments = await listSandbox<Payment>(server, 'payments')
  const ours = await server.db
    .select()
    .from(orders)
    .where(inArray(orders.razorpayOrderId, [...ordered]))
    .orderBy(asc(orders.id))
  // No order is lost, and each rupee that the provider has is that of an order that opens its course.
  expect(new Set(ours.map((one) => one.razorpayOrderId))).toEqual(ordered)
  const shown = await server.as(into)(listMyPayments, {})
  expect(shown.map(({ id }) => id).toSorted()).toEqual(ours.map(({ id }) => id))
  const kept = payments.filter(
    (one) =>
      ordered.has(one.order_id) && one.status === 'captured' && one.amount_refunded < one.amount,
  )
  const completed = ours.filter(({ status }) => status === 'completed')
  expect(new Set(completed.map(({ razorpayOrderId }) => razorpayOrderId))).toEqual(
    new Set(kept.map((one) => one.order_id)),
  )
  expect(completed.length).toBe(kept.length)
  const { user } = await server.as(into)(readProfile, {})
  const opened = new Set(completed.map(({ courseId }) => courseId))
  expect(new Set(user.purchased_courses)).toEqual(opened)
  for (const { id } of courses) {
    const { owned } = await server.as(into)(getCourse, { params: { course_id: id } })
    expect([id, owned]).toEqual([id, opened.has(id)])
  }
  for (const [certificate_id, printed] of issued) {
    const told = await server.visitor(verifyCertificate, { params: { certificate_id } })
    expect([told.certificate_id, `${told.user_name} ${told.completion_date}`]).toEqual([
      certificate_id,
      printed,
    ])
    const course = courses.find(({ title }) => title === told.course_title)!
    if (!told.revoked) expect(opened).toContain(course.id)
  }
}

test('whatever is done before, while and after two accounts are joined: no order is lost, a course is open while one of its orders is kept, nothing played gets less, and every certificate verifies', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ before, meanwhile, after }) => {
      const into = await makeLearner(server.db, { name: 'Meera Nair' })
      const from = await makeLearner(server.db, { name: 'M. Nair' })
      const courses = [
        await makeCourse(server.db, { title: 'One' }),
        await makeCourse(server.db, { title: 'Two' }),
      ]
      const world: World = {
        into,
        from,
        courses,
        issued: new Map(),
        unpaid: [],
        ordered: new Set(),
      }
      for (const step of before) await tryTo(world, step)
      const played = [await readPlayed(into), await readPlayed(from)]

      const deeds = meanwhile.filter((step) => step.do !== 'watch all' && step.do !== 'refund')
      const body = await askForCodes(server, into, from)
      await Promise.all([
        server.as(into)(confirmJoin, { body }),
        ...deeds.map((step) => tryTo(world, step)),
      ])
      await settle(world)
      const joined = await readPlayed(into)
      for (const [id, most] of played.flatMap((one) => [...one])) {
        expect([id, (joined.get(id) ?? -1) >= most]).toEqual([id, true])
      }

      for (const step of after)
        await tryTo(world, { ...step, on: step.do === 'pay' ? step.on : 'into' })
      await settle(world)
    }),
    { numRuns: runs(12) },
  )
})
