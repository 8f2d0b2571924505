import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { listOwnedCourseIds } from '../src/domains/access/server/check-access.ts'
import { refundPayment } from '../src/domains/admin/contract.ts'
import { createOrder, refundMyPayment, verifyPayment } from '../src/domains/checkout/contract.ts'
import {
  makeRefundsDue,
  performRefunds,
} from '../src/domains/checkout/server/refunds/perform-refunds.ts'
import { reconcileOrder } from '../src/domains/checkout/server/settling/reconcile-order.ts'
import {
  alarms,
  orderReturns,
  orders,
  receipts,
  refunds,
} from '../src/domains/checkout/server/tables.ts'
import { blockLearner, giveCourse, withdrawGift } from '../src/domains/learners/contract.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import { signWebhook } from '../src/integrations/razorpay/signatures.ts'
import { buy, listSandbox, type PaidAnswer, pay, postSandbox } from './support/buy.ts'
import {
  type MadeCourse,
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  type Person,
  unique,
} from './support/factories.ts'
import { findRaces, wasDone } from './support/find-races.ts'
import { runs } from './support/runs.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'
import { stopTransactions } from './support/stop-transactions.ts'

const server = await startTestServer({ razorpay: true })
const slow = await startTestServer({ beside: server })
const { db } = server
const stopBefore = stopTransactions(slow.pool)
await postSandbox(server, 'webhooks/disable') // what is told by them is told here
afterAll(async () => {
  await slow.close()
  await server.close()
})

const owner = await makeAdmin(db)
const [one, two] = [await makeCourse(db), await makeCourse(db)]
const bundleId = await makeBundle(db, [one.id, two.id])

/** Somebody who has bought two courses, and has paid for another one and for both of a bundle. */
interface World {
  person: Person
  bought: MadeCourse
  /** A bank has taken its money back, and nobody has heard of that yet. */
  disputed: MadeCourse
  couponCode: string
  /** As the provider's sheet answered, of what was bought and of what nobody has heard of yet. */
  paid: Record<'bought' | 'disputed' | 'course' | 'bundle', PaidAnswer>
  /** Of those, in that order. */
  orderIds: string[]
}

async function makeWorld(): Promise<World> {
  const person = await makeLearner(db)
  const [bought, disputed] = [await makeCourse(db), await makeCourse(db)]
  const { code: couponCode } = await makeCoupon(db, { maxUses: 1 })
  const ask = server.as(person)
  const settled = await buy(server, person, bought)
  const taken = await buy(server, person, disputed)
  for (const body of [{}, { phase: 'lost' }]) {
    await postSandbox(server, `payments/${taken.razorpay_payment_id}/dispute`, body)
  }
  const ofCourse = await ask(createOrder, { body: { course_id: one.id, coupon: couponCode } })
  const ofBundle = await ask(createOrder, { body: { bundle_id: bundleId } })
  const paid = {
    bought: settled,
    disputed: taken,
    course: await pay(server, ofCourse.order_id),
    bundle: await pay(server, ofBundle.order_id),
  }
  const rows = await readOrders(person)
  return { person, bought, disputed, couponCode, paid, orderIds: rows.map(({ id }) => id) }
}

function readOrders({ id }: Person) {
  return db.select().from(orders).where(eq(orders.learnerId, id)).orderBy(orders.createdAt)
}

async function tellOf(kind: 'payment' | 'dispute', event: string, at: TestServer, id: string) {
  const [payment, dispute] = await Promise.all(
    (['payments', 'disputes'] as const).map(async (list) => {
      const all = await listSandbox<{ id: string; payment_id?: string }>(server, list)
      return { entity: all.find((entity) => [entity.id, entity.payment_id].includes(id)) }
    }),
  )
  const payload = kind === 'payment' ? { payment } : { payment, dispute }
  const rawBody = JSON.stringify({ entity: 'event', event, contains: [kind], payload })
  const secret = server.secrets.sandboxWebhookSecret
  const answer = await fetch(`${at.baseUrl}/api/payment/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': unique('evt'),
      'x-razorpay-signature': signWebhook({ rawBody, secret }),
    },
    body: rawBody,
  })
  expect(answer.status).toBe(200)
}

type Moment = (at: TestServer, world: World) => Promise<unknown>
const reason = 'a test'
const aboutThem = ({ person: { id } }: World) => ({ params: { id }, body: { reason } })
const payment = ({ orderIds }: World, at: 0 | 1) => ({
  params: { payment_id: orderIds[at] ?? '' },
})

const moments = {
  'the course is verified': (at, { person, paid }) =>
    at.as(person)(verifyPayment, { body: paid.course }),
  'the bundle is verified': (at, { person, paid }) =>
    at.as(person)(verifyPayment, { body: paid.bundle }),
  'a webhook tells of the course': (at, { paid }) =>
    tellOf('payment', 'payment.captured', at, paid.course.razorpay_payment_id),
  'a webhook tells of the bundle': (at, { paid }) =>
    tellOf('payment', 'payment.captured', at, paid.bundle.razorpay_payment_id),
  'the provider is asked': async (at, { orderIds }) => {
    await db.update(orders).set({ nextCheckAt: sql`now()` }).where(inArray(orders.id, orderIds))
    for (const id of orderIds) await reconcileOrder(at.checkout, id)
  },
  'refunds are made': async (at, { orderIds }) => {
    for (const orderId of orderIds) await performRefunds(at.checkout, { orderId })
  },
  'a webhook tells of the dispute': (at, { paid }) =>
    tellOf('dispute', 'payment.dispute.lost', at, paid.disputed.razorpay_payment_id),
  'they want the disputed money back': (at, world) =>
    at.as(world.person)(refundMyPayment, payment(world, 1)),
  'staff give the disputed money back': (at, world) =>
    at.as(owner)(refundPayment, { ...payment(world, 1), body: { reason } }),
  'they want their money back': (at, world) =>
    at.as(world.person)(refundMyPayment, payment(world, 0)),
  'staff give the money back': (at, world) =>
    at.as(owner)(refundPayment, { ...payment(world, 0), body: { reason } }),
  'it is given to them besides': (at, world) =>
    at.as(owner)(giveCourse, {
      params: { id: world.person.id },
      body: { course_id: world.bought.id, reason },
    }),
  'the course is given to them': (at, { person }) =>
    at.as(owner)(giveCourse, { params: { id: person.id }, body: { course_id: one.id, reason } }),
  'the gift is taken back': (at, { person }) =>
    at.as(owner)(withdrawGift, {
      params: { id: person.id, course_id: one.id },
      body: { reason },
    }),
  'they are blocked': (at, world) => at.as(owner)(blockLearner, aboutThem(world)),
  'they order the course again': (at, { person }) =>
    at.as(person)(createOrder, { body: { course_id: one.id } }),
  'they order it again': (at, { person, bought }) =>
    at.as(person)(createOrder, { body: { course_id: bought.id } }),
  'somebody else uses the coupon': async (at, { couponCode }) =>
    at.as(await makeLearner(db))(createOrder, { body: { course_id: one.id, coupon: couponCode } }),
} satisfies Record<string, Moment>
type Name = keyof typeof moments

/** Resolves to whether it was done. */
function happen(at: TestServer, name: Name, world: World): Promise<boolean> {
  const moment: Moment = moments[name]
  return wasDone(moment(at, world))
}

/** All that the academy and the provider have, once nothing is left to be asked or done. */
async function describe({ person, bought, disputed, paid, orderIds }: World): Promise<unknown> {
  for (const orderId of [...orderIds, ...orderIds]) {
    await db.update(orders).set({ nextCheckAt: sql`now()` }).where(eq(orders.id, orderId))
    await reconcileOrder(server.checkout, orderId)
    await makeRefundsDue(server.checkout, orderId)
    await performRefunds(server.checkout, { orderId })
  }
  const rows = await readOrders(person)
  const ids = rows.map(({ id }) => id)
  const made = await db.select().from(refunds).where(inArray(refunds.orderId, ids))
  const owned = await listOwnedCourseIds(db, person.id)
  const told = await db.select().from(mails).where(eq(mails.recipient, person.email))
  const isOpenAlarm = and(inArray(alarms.orderId, ids), isNull(alarms.resolvedAt))
  return {
    orders: rows.map((row) => [row.status, row.completedAt !== null, row.couponCode !== null]),
    payments: await Promise.all(
      Object.values(paid).map(async ({ razorpay_payment_id: id }) => {
        const { status, amountRefundedInPaise } = await server.checkout.razorpay.fetchPayment(id)
        return [status, amountRefundedInPaise]
      }),
    ),
    refunds: made
      .map(({ orderId, status, amountInPaise, cause }) =>
        [ids.indexOf(orderId), status, amountInPaise, cause].join(' '),
      )
      .toSorted(),
    owned: [one, two, bought, disputed].map(({ id }) => owned.includes(id)),
    receipts: await db.$count(receipts, inArray(receipts.orderId, ids)),
    returns: await db.$count(orderReturns, inArray(orderReturns.orderId, ids)),
    alarms: await db.$count(alarms, isOpenAlarm),
    mails: told.map(({ subject }) => subject).toSorted(),
  }
}

test('any two moments of a purchase at once end as if one had come after the other', async () => {
  const any = fc.constantFrom(...(Object.keys(moments) as Name[]))
  const every = 6
  const from = fc.integer({ min: 1, max: every })
  await fc.assert(
    fc.asyncProperty(any, any, from, async (first, second, from) => {
      // Of two presses the second waits for what the provider answers the first, not for its locks.
      fc.pre(first !== second || first !== 'they order the course again')
      const races = await findRaces(
        {
          db,
          stopBefore,
          makeWorld,
          describe,
          first: (world) => happen(slow, first, world),
          second: (world) => happen(server, second, world),
        },
        { from, every },
      )
      expect(races).toEqual([])
    }),
    { numRuns: runs(4), endOnFailure: true },
  )
})
