import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import {
  grantCourse,
  type MadeCourse,
  makeBundle,
  makeCourse,
  makeLearner,
  type Person,
  unique,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import type { RazorpayClient } from '../../../integrations/razorpay/client.ts'
import { RazorpayError } from '../../../integrations/razorpay/razorpay-error.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { recordMailConsents } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import { orders } from '../../checkout/server/tables.ts'
import { remindOfCheckouts } from './remind-of-checkouts.ts'
import { letterSettings } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

type Attempts = Awaited<ReturnType<RazorpayClient['listOrderPayments']>>
const listOrderPayments = vi.fn<(id: string) => Promise<Attempts>>()
const deps = {
  db,
  queueMail: server.checkout.queueMail,
  sender: {
    brand: { name: 'Rang', supportEmail: 'help@academy.test' },
    publicUrl: () => server.baseUrl,
  },
  unsubscribeKey: { current: 'key', accepted: ['key'] },
  razorpay: { listOrderPayments },
}

beforeEach(async () => {
  await db.delete(mails)
  await db.execute(sql`update orders set created_at = created_at - interval '9 days'`)
  await db.update(letterSettings).set({ areRemindersOn: true })
  listOrderPayments.mockReset().mockResolvedValue([])
})

/** Of somebody who wants news, two hours ago. */
async function leave(
  person: Person,
  course: MadeCourse,
  overrides: Partial<typeof orders.$inferInsert> = {},
  hoursAgo = 2,
): Promise<string> {
  const id = newId()
  await db.insert(orders).values({
    id,
    receipt: unique('rcpt'),
    razorpayOrderId: unique('order'),
    learnerId: person.id,
    courseId: course.id,
    courseTitle: course.title,
    amountInPaise: 499_900,
    currency: 'INR',
    status: 'pending',
    createdAt: new Date(Date.now() - hoursAgo * 3_600_000),
    ...overrides,
  })
  return id
}

async function makeReader(): Promise<Person> {
  const person = await makeLearner(db)
  await recordMailConsents(db, { learnerId: person.id, said: { news: true }, source: 'account' })
  return person
}

const attempt = (status: string) => ({ status }) as Attempts[number] // all that is looked at
const round = () => remindOfCheckouts(deps)

describe('a learner who left a course at the checkout', () => {
  test('is reminded of it once, by however many processes and whatever is killed', async () => {
    const [person, course] = [await makeReader(), await makeCourse(db)]
    const orderId = await leave(person, course)
    listOrderPayments.mockResolvedValue([attempt('failed')])
    const dying = async () => {
      throw new Error('killed')
    }

    await expect(remindOfCheckouts({ ...deps, queueMail: dying })).rejects.toThrow('killed')
    const counts = await Promise.all([round(), round(), round()])
    await db.execute(
      sql`update orders set created_at = now() - interval '4 days' where id = ${orderId}`,
    )
    await leave(person, course, { amountInPaise: 399_900 })
    await round()

    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1)
    const sent = await readOutbox(server, person.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe(`You left ${course.title} at the checkout`)
    expect(sent[0]?.text).toContain(`/course/${course.id}`)
    expect(sent[0]?.text).toContain('/unsubscribe?token=')
  })

  test('is reminded though somebody is acting on the account at that moment, who is not ended', async () => {
    const [person, course] = [await makeReader(), await makeCourse(db)]
    await leave(person, course)
    const reminding = await db.transaction(async (inner) => {
      await inner
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, person.id))
        .for('no key update')
      const asked = { counts: round() }
      await vi.waitFor(async () => expect(await countBlocked(db)).toBe(1))
      await lockAccess(inner, { learnerId: person.id, courseId: course.id })
      return asked
    })

    expect(await reminding.counts).toBe(1)
  })

  test('is not reminded unless the academy wants that', async () => {
    await leave(await makeReader(), await makeCourse(db))
    await db.update(letterSettings).set({ areRemindersOn: false })

    expect(await round()).toBe(0)
    expect(listOrderPayments).not.toHaveBeenCalled()
  })

  test('is asked about once in a round, however many others left', async () => {
    const [person, courses] = [
      await makeReader(),
      await Promise.all(Array.from({ length: 52 }, () => makeCourse(db))),
    ]
    for (const course of courses) await leave(person, course)
    // A Date has no microseconds.
    await db.execute(sql`update orders set created_at = created_at - interval '456 microseconds'`)
    listOrderPayments.mockResolvedValue([attempt('captured')])

    await round()

    expect(listOrderPayments).toHaveBeenCalledTimes(52)
  })

  test.each(['captured', 'authorized', 'created', 'refunded', 'something new'])(
    'is not reminded if Razorpay knows of a payment that is %s',
    async (status) => {
      await leave(await makeReader(), await makeCourse(db))
      listOrderPayments.mockResolvedValue([attempt('failed'), attempt(status)])

      expect(await round()).toBe(0)
    },
  )

  test('is not reminded while Razorpay cannot be asked, but later', async () => {
    await leave(await makeReader(), await makeCourse(db))
    listOrderPayments.mockRejectedValueOnce(new RazorpayError('away', { kind: 'unavailable' }))

    expect(await round()).toBe(0)
    expect(await round()).toBe(1)
  })

  test.each([
    ['half an hour ago', 0.5],
    ['four days ago', 96],
  ])('is not reminded of what was left %s', async (_, hoursAgo) => {
    await leave(await makeReader(), await makeCourse(db), {}, hoursAgo)

    expect(await round()).toBe(0)
  })

  test.each<[string, (person: Person, course: MadeCourse) => Promise<unknown>]>([
    ['never said yes to news', (person) => say(person, false)],
    ['has the course meanwhile', (person, course) => grantCourse(db, person, course)],
    [
      'came back to the checkout',
      (person, course) => leave(person, course, { amountInPaise: 399_900 }, 0.2),
    ],
    [
      'paid',
      (person) =>
        db
          .update(orders)
          .set({ status: 'completed', razorpayPaymentId: unique('pay'), completedAt: new Date() })
          .where(eq(orders.learnerId, person.id)),
    ],
    [
      'opened the same checkout again',
      (person) =>
        db.update(orders).set({ lastAskedAt: new Date() }).where(eq(orders.learnerId, person.id)),
    ],
  ])('is not reminded if they %s, also while Razorpay is asked', async (_, happen) => {
    const [person, course] = [await makeReader(), await makeCourse(db)]
    await leave(person, course)
    listOrderPayments.mockImplementationOnce(async () => {
      await happen(person, course)
      return []
    })

    expect(await round()).toBe(0)
    expect(await round()).toBe(0)
  })

  test('is not reminded of a bundle, nor of a course that is not on sale', async () => {
    const [person, course, hidden] = [
      await makeReader(),
      await makeCourse(db),
      await makeCourse(db),
    ]
    await leave(person, course, { bundleId: await makeBundle(db, [course.id, hidden.id]) })
    await leave(person, hidden)
    await db.execute(sql`update courses set state = 'off_sale' where id = ${hidden.id}`)

    expect(await round()).toBe(0)
  })
})

function say(person: Person, news: boolean): Promise<boolean> {
  return recordMailConsents(db, { learnerId: person.id, said: { news }, source: 'account' })
}
