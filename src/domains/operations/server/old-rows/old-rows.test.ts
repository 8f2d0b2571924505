import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../../../../../tests/support/buy.ts'
import { makeCourse, makeLearner, type Person } from '../../../../../tests/support/factories.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { signWebhook } from '../../../../integrations/razorpay/signatures.ts'
import { getCourse } from '../../../catalogue/contract.ts'
import { createOrder, listMyPayments } from '../../../checkout/contract.ts'
import { forgetOldRows } from './forget-old-rows.ts'
import { oldRowRules } from './old-row-rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

async function ask<Row extends object>(text: string): Promise<Row[]> {
  return (await server.pool.query(text)).rows as Row[]
}

describe('the rules of what goes and what stays', () => {
  test('name every table, and no other', async () => {
    const tables = await ask<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )

    expect(Object.keys(oldRowRules).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('take rows in batches that pass by what others hold', async () => {
    await server.pool.query(
      `insert into order_events (source, kind, external_id, outcome, happened_at)
       select 'webhook', 'noted', 'batch ' || n, '', now() - interval '401 days'
       from generate_series(1, 1200) n`,
    )
    const holder = await server.pool.connect()
    await holder.query('begin')
    await holder.query(`select from order_events where external_id = 'batch 7' for update`)

    await Promise.all([forgetOldRows(server.db), forgetOldRows(server.db)])
    const left = `select external_id as id from order_events where external_id like 'batch %'`
    expect(await ask(left)).toEqual([{ id: 'batch 7' }])
    await holder.query('commit')
    holder.release()
    await forgetOldRows(server.db)

    expect(await ask(left)).toEqual([])
  })

  test('leave what was heard of money, whoever wants to delete it', async () => {
    const world = await makeWorld()
    await world.order(0)
    await world.pay(0)
    await age(world, 900)

    await expect(
      ask(`delete from order_events where order_id in
           (select id from orders where learner_id = '${world.learner.id}')`),
    ).rejects.toThrow('order_events is append-only')
  })
})

describe('what went', () => {
  test('of an order that nobody paid is what was heard of it; paid late it opens its course', async () => {
    const world = await makeWorld()
    await world.order(0)
    await world.fail(0)
    await age(world, 401)
    await ask('update orders set next_check_at = null')

    await forgetOldRows(server.db)

    const heard = `select count(*)::int as count from order_events
      where order_id in (select id from orders where learner_id = '${world.learner.id}')`
    expect(await ask(heard)).toEqual([{ count: 0 }])
    await world.pay(0)
    expect((await look(world)).owned).toEqual([true, false])
    await forgetOldRows(server.db)
    expect(await ask(heard)).toEqual([{ count: 1 }])
  })

  test('of a mail that is sent once is what it said', async () => {
    const world = await makeWorld()
    await world.mail('course 1')
    await age(world, 91)

    await forgetOldRows(server.db)
    await world.mail('course 1')

    expect(
      await ask(`select text, html from mails where recipient = '${world.learner.email}'`),
    ).toEqual([{ text: '', html: '' }])
  })
})

test('letting go at any moment changes nothing that a learner sees or is owed', async () => {
  const course = fc.integer({ min: 0, max: 1 })
  const doing = fc.constantFrom('order', 'pay', 'fail', 'repeat', 'mail')
  const anyStep = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: doing, course }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('age'), days: fc.constantFrom(30, 120, 250, 500) }),
    },
    { weight: 3, arbitrary: fc.constant({ do: 'forget' }) },
  )
  const both = [0, 1].map((course) => ({ do: 'order', course }))
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const world = await makeWorld()
      for (const step of [...both, ...steps, { do: 'forget' }, { do: 'repeat' }]) {
        await take(world, step)
      }
      const { owned, mailed, paid } = await look(world)
      expect(owned).toEqual([0, 1].map((at) => world.paid.has(at)))
      expect(paid).toBe(world.paid.size)
      expect(mailed).toEqual([...world.owedMails].toSorted())
    }),
    { numRuns: runs(14) },
  )
})

type Step = { do: string; course?: number; days?: number }

async function take(world: World, step: Step): Promise<void> {
  const { course = 0, days = 0 } = step
  if (step.do === 'order') await world.order(course)
  if (step.do === 'pay') await world.pay(course)
  if (step.do === 'fail') await world.fail(course)
  if (step.do === 'mail') await world.mail(`course ${course}`)
  if (step.do === 'age') await age(world, days)
  if (step.do !== 'repeat' && step.do !== 'forget') return
  const before = await look(world)
  if (step.do === 'repeat') await world.repeat()
  else await Promise.all([forgetOldRows(server.db), forgetOldRows(server.db)])
  expect(await look(world)).toEqual(before)
}

/** One learner and what they do with two courses. */
async function makeWorld() {
  const learner = await makeLearner(server.db)
  const courses = [await makeCourse(server.db), await makeCourse(server.db)]
  const orders = new Map<number, string>()
  /** What was heard less than fifteen days ago: so long somebody may send it again. */
  let told: { event: string; eventId: string }[] = []
  const paid = new Set<number>()
  const owedMails = new Set<string>()
  const tell = async (kind: 'captured' | 'failed', at: number): Promise<void> => {
    const razorpayOrderId = orders.get(at)
    if (razorpayOrderId === undefined || paid.has(at)) return
    const { razorpay_payment_id: id } = await pay(server, razorpayOrderId, { outcome: kind })
    const event = wordEvent(kind, { id, razorpayOrderId })
    const one = { event, eventId: `evt_${kind}_${id}` }
    told.push(one)
    await deliver(one)
  }
  return {
    learner,
    courses,
    paid,
    owedMails,
    order: async (at: number): Promise<void> => {
      if (paid.has(at)) return
      const body = { course_id: courses[at]!.id }
      const { order_id } = await server.as(learner)(createOrder, { body })
      orders.set(at, order_id)
    },
    pay: async (at: number): Promise<void> => {
      await tell('captured', at)
      if (!orders.has(at) || paid.has(at)) return
      paid.add(at)
      owedMails.add(`receipt ${at}`)
    },
    fail: (at: number) => tell('failed', at),
    repeat: async (): Promise<void> => {
      for (const one of told) await deliver(one)
      for (const cause of owedMails) if (cause.startsWith('course')) await mail(learner, cause)
    },
    mail: async (cause: string): Promise<void> => {
      owedMails.add(cause)
      await mail(learner, cause)
    },
    forgetTold: () => (told = []),
  }
}

type World = Awaited<ReturnType<typeof makeWorld>>

async function mail(learner: Person, cause: string): Promise<void> {
  const template = { subject: 'Completed', paragraphs: ['You have completed it.'] }
  await server.checkout.queueMail(server.db, {
    to: learner.email,
    template,
    cause: `test:${learner.id}:${cause}`,
  })
}

function wordEvent(
  kind: string,
  { id, razorpayOrderId }: Record<'id' | 'razorpayOrderId', string>,
) {
  const entity = {
    id,
    entity: 'payment',
    amount: 499_900,
    currency: 'INR',
    status: kind,
    order_id: razorpayOrderId,
    method: 'upi',
    captured: kind === 'captured',
    amount_refunded: 0,
    notes: [],
    created_at: 1_700_000_000,
  }
  return JSON.stringify({
    entity: 'event',
    event: `payment.${kind}`,
    contains: ['payment'],
    payload: { payment: { entity } },
    created_at: 1_700_000_001,
  })
}

async function deliver({ event, eventId }: { event: string; eventId: string }): Promise<void> {
  const secret = server.secrets.sandboxWebhookSecret
  const answer = await server.fetch('/api/payment/webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook({ rawBody: event, secret }),
      'x-razorpay-event-id': eventId,
    },
    body: event,
  })
  expect(answer.status).toBe(200)
}

/** Lets so many days pass, for what this test made. */
async function age(world: World, days: number): Promise<void> {
  world.forgetTold()
  const back = (column: string) => `${column} = ${column} - interval '${days} days'`
  const orders = `(select id from orders where learner_id = '${world.learner.id}')`
  await server.owner.pool.query(`begin;
    alter table order_events disable trigger order_events_append_only;
    update order_events set ${back('happened_at')} where order_id in ${orders};
    alter table order_events enable trigger order_events_append_only;
    update orders set ${back('created_at')}, ${back('completed_at')} where id in ${orders};
    update orders set next_check_at = null
      where id in ${orders} and greatest(created_at, completed_at) < now() - interval '181 days';
    update mails set ${back('queued_at')}, ${back('sent_at')}
      where recipient = '${world.learner.email}';
    commit`)
}

/** All that a learner sees, and was mailed. */
async function look({ learner, courses }: World) {
  const payments = await server.as(learner)(listMyPayments, {})
  const owned = courses.map(async ({ id }) => {
    return (await server.as(learner)(getCourse, { params: { course_id: id } })).owned
  })
  const { rows } = await server.db.execute<{ cause: string }>(sql`
    select coalesce('receipt ' || (select array_position(${sql.raw(
      `array[${courses.map(({ id }) => `'${id}'`).join(', ')}]`,
    )}::text[], o.course_id) - 1 from orders o where m.cause = 'receipt:' || o.id),
      split_part(m.cause, ':', 3)) as cause
    from mails m where m.recipient = ${learner.email} and m.cause is not null`)
  return {
    payments,
    paid: payments.filter(({ status }) => status === 'completed').length,
    owned: await Promise.all(owned),
    mailed: rows.map(({ cause }) => cause).toSorted(),
  }
}
