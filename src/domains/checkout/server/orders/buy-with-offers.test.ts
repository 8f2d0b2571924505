import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buy, listSandbox, pay } from '../../../../../tests/support/buy.ts'
import {
  grantCourse,
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  type Person,
  unique,
  watchCourse,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { listOwnedCourseIds } from '../../../access/server/check-access.ts'
import { getPayment } from '../../../admin/contract.ts'
import { getCertificate } from '../../../certificates/contract.ts'
import {
  getBundle,
  getCoupon,
  getQuote,
  listBundles,
  setLaunchPrice,
} from '../../../offers/contract.ts'
import {
  createOrder,
  getReceipt,
  listMyPayments,
  refundMyPayment,
  verifyPayment,
} from '../../contract.ts'
import { reconcileOrders } from '../settling/reconcile-orders.ts'
import { settleOrder } from '../settling/settle-order.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())

async function letTimePass(): Promise<void> {
  await db.execute(sql`
    update orders set next_check_at = now() - interval '1 second' where next_check_at is not null`)
  await reconcileOrders(server.checkout)
}

async function order(
  who: Person,
  wish: { course_id?: string; bundle_id?: string; coupon?: string },
) {
  return server.as(who)(createOrder, { body: wish })
}

async function payFor(who: Person, orderId: string) {
  const paid = await pay(server, orderId)
  return server.as(who)(verifyPayment, { body: paid })
}

async function usesOf(code: string) {
  const admin = await makeAdmin(db)
  return (await server.as(admin)(getCoupon, { params: { code } })).uses
}

describe('a coupon', () => {
  test('takes off what it says, and the order, its timeline, payments and receipt know it', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db, { percentOff: 15 })

    const quote = await server.visitor(getQuote, {
      query: { course_id: course.id, coupon: ` ${code.toLowerCase()} ` },
    })
    const made = await order(learner, { course_id: course.id, coupon: code.toLowerCase() })
    expect(await usesOf(code)).toEqual({ reserved: 1, used: 0 })
    const { status } = await payFor(learner, made.order_id)

    expect(quote).toEqual({
      list_price: 4999,
      former_price: null,
      tax_included: null,
      launch_price_ends_at: null,
      discount: 749.85,
      price: 4249.15,
      coupon: { code, text: '15% off', discount: 749.85 },
    })
    expect(made).toMatchObject({ amount: 424_915, granted: false })
    expect(status).toBe('success')
    expect(await usesOf(code)).toEqual({ reserved: 0, used: 1 })
    const [payment] = await server.as(learner)(listMyPayments, {})
    const applied = { amount: 4249.15, list_price: 4999, discount: 749.85, coupon_code: code }
    expect(payment).toMatchObject({ ...applied, bundle_id: null })
    const params = { payment_id: payment!.id }
    const told = await server.as(await makeAdmin(db))(getPayment, { params })
    expect(told.payment).toMatchObject(applied)
    expect(told.timeline[0]?.text).toBe(
      `The order was made over ₹4,249.15 in place of ₹4,999 with the coupon ${code}.`,
    )
    expect(told.items).toEqual([
      { course_id: course.id, course_title: course.title, amount: 4249.15 },
    ])
    expect(await server.as(learner)(getReceipt, { params })).toHaveProperty('receipt_number')
  })

  test('used stays used after a refund', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db, { maxUses: 1 })
    await payFor(learner, (await order(learner, { course_id: course.id, coupon: code })).order_id)
    const [payment] = await server.as(learner)(listMyPayments, {})
    await server.as(learner)(refundMyPayment, { params: { payment_id: payment!.id } })

    expect(await usesOf(code)).toEqual({ reserved: 0, used: 1 })
    await expect(order(learner, { course_id: course.id, coupon: code })).rejects.toMatchObject({
      code: 'coupon_used_up',
      errors: [{ path: 'coupon', message: 'This coupon has been used up.' }],
    })
  })

  test('that is unknown, over, to come, for another course or not for a first purchase is told so', async () => {
    const learner = await makeLearner(db)
    const [course, other] = [await makeCourse(db), await makeCourse(db)]
    await buy(server, learner, other)
    const day = 86_400_000
    const soon = new Date(Date.now() + day)
    const past = new Date(Date.now() - day)
    const cases = [
      ['NO-SUCH-CODE', 'coupon_unknown'],
      ['%', 'coupon_unknown'],
      [(await makeCoupon(db, { endsAt: past })).code, 'coupon_expired'],
      [(await makeCoupon(db, { endedAt: past })).code, 'coupon_expired'],
      [(await makeCoupon(db, { startsAt: soon })).code, 'coupon_expired'],
      [(await makeCoupon(db, { courseId: other.id })).code, 'coupon_not_for_this'],
      [(await makeCoupon(db, { firstPurchaseOnly: true })).code, 'coupon_not_for_this'],
    ] as const

    for (const [coupon, code] of cases) {
      const wish = { course_id: course.id, coupon }
      await expect(order(learner, wish)).rejects.toMatchObject({ code })
      const quote = await server.as(learner)(getQuote, { query: wish })
      expect(quote).toMatchObject({ price: 4999, coupon: null, problem: { code } })
    }
  })

  test('is free again when nobody pays for half an hour and Razorpay was asked, not before', async () => {
    const [first, second] = [await makeLearner(db), await makeLearner(db)]
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db, { maxUses: 1 })
    const wish = { course_id: course.id, coupon: code }
    const left = await order(first, wish)
    await letTimePass()
    await expect(order(second, wish)).rejects.toMatchObject({ code: 'coupon_used_up' })
    await db.execute(sql`
      update coupon_uses set changed_at = now() - interval '31 minutes' where coupon_code = ${code}`)
    await letTimePass()

    const taken = await order(second, wish)
    const late = await payFor(first, left.order_id)
    const inTime = await payFor(second, taken.order_id)

    expect([late.status, inTime.status]).toEqual(['refunded', 'success'])
    expect(await usesOf(code)).toEqual({ reserved: 0, used: 1 })
    const refunds = await listSandbox<{ amount: number }>(server, 'refunds')
    expect(refunds.at(-1)?.amount ?? refunds[0]?.amount).toBe(449_910)
  })

  test('makes another order; taking it off or changing the price too', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db)
    const withIt = () => order(learner, { course_id: course.id, coupon: code })
    const without = () => order(learner, { course_id: course.id })

    const made = [await withIt(), await without(), await withIt(), await without()]

    expect(made[2]?.order_id).toBe(made[0]?.order_id)
    expect(made[3]?.order_id).toBe(made[1]?.order_id)
    expect(made[1]?.order_id).not.toBe(made[0]?.order_id)
    expect(await usesOf(code)).toEqual({ reserved: 0, used: 0 })
  })

  test('over the whole price opens the course at once, without Razorpay, receipt or refund', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db, { percentOff: 100, maxUses: 1 })

    const made = await order(learner, { course_id: course.id, coupon: code })

    expect(made).toMatchObject({ amount: 0, granted: true, order_id: '' })
    expect(await listOwnedCourseIds(db, learner.id)).toEqual([course.id])
    expect(await usesOf(code)).toEqual({ reserved: 0, used: 1 })
    const [payment] = await server.as(learner)(listMyPayments, {})
    const free = { amount: 0, status: 'completed', receipt_number: null, can_refund: false }
    expect(payment).toMatchObject(free)
    const params = { payment_id: payment!.id }
    await expect(server.as(learner)(refundMyPayment, { params })).rejects.toMatchObject({
      code: 'refund_not_possible',
    })
  })

  test('a grant whose process died before it was made is made later', async () => {
    const learner = await makeLearner(db)
    const course = await makeCourse(db)
    const { code } = await makeCoupon(db, { percentOff: 100 })
    await order(learner, { course_id: course.id, coupon: code })
    const other = await makeLearner(db)
    await db.execute(sql`
      with made as (
        insert into orders (id, receipt, learner_id, course_id, course_title, amount_in_paise,
               discount_in_paise, currency, status, next_check_at, coupon_code)
        select gen_random_uuid(), ${unique('r')}, ${other.id}, course_id, course_title, 0, 499900,
               'INR', 'pending', now(), coupon_code
          from orders where learner_id = ${learner.id} returning *)
      insert into coupon_uses select id, coupon_code, learner_id, 'reserved' from made`)
    await db.execute(sql`update coupons set uses_reserved = 1 where code = ${code}`)

    await letTimePass()

    expect(await listOwnedCourseIds(db, other.id)).toEqual([course.id])
    expect(await usesOf(code)).toEqual({ reserved: 0, used: 2 })
  })
})

describe('a launch price', () => {
  test('is paid while it runs, with the true former price; after its end the list price', async () => {
    const [admin, learner] = [await makeAdmin(db), await makeLearner(db)]
    const course = await makeCourse(db)
    const ends_at = new Date(Date.now() + 3_600_000).toISOString()
    await server.as(admin)(setLaunchPrice, {
      params: { id: course.id },
      body: { price: 1999, ends_at },
    })
    const quote = () => server.visitor(getQuote, { query: { course_id: course.id } })

    expect(await quote()).toMatchObject({
      list_price: 4999,
      former_price: 4999,
      launch_price_ends_at: ends_at,
      price: 1999,
    })
    const during = await order(learner, { course_id: course.id })
    await endLaunchPrices(course.id)
    expect(await quote()).toMatchObject({
      price: 4999,
      former_price: null,
      launch_price_ends_at: null,
    })
    const after = await order(learner, { course_id: course.id })
    expect([during.amount, after.amount]).toEqual([199_900, 499_900])
  })

  test('keeps the end it was shown with, unless somebody says why', async () => {
    const admin = await makeAdmin(db)
    const course = await makeCourse(db)
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const set = (hours: number, reason?: string) =>
      server.as(admin)(setLaunchPrice, {
        params: { id: course.id },
        body: { price: 1999, ends_at: inHours(hours), ...(reason && { reason }) },
      })
    await set(2)

    await expect(set(3)).rejects.toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
    expect((await set(1)).history).toHaveLength(2)
    await endLaunchPrices(course.id)
    await expect(set(3)).rejects.toMatchObject({ errors: [{ path: 'reason' }] })
    const { current, history } = await set(3, 'The site was down on the last day.')
    expect(current).toMatchObject({
      reason: 'The site was down on the last day.',
      set_by: admin.id,
    })
    expect(history).toHaveLength(3)
  })
})

/** As if its time had come. */
async function endLaunchPrices(courseId: string): Promise<void> {
  await server.owner.db.transaction(async (db) => {
    await db.execute(sql`alter table launch_prices disable trigger launch_prices_append_only`)
    await db.execute(sql`
      update launch_prices set starts_at = now() - interval '1 day', ends_at = now()
       where course_id = ${courseId}`)
    await db.execute(sql`alter table launch_prices enable trigger launch_prices_append_only`)
  })
}

describe('a bundle', () => {
  test('is one order and one payment that opens all its courses, and goes back as a whole', async () => {
    const [learner, admin] = [await makeLearner(db), await makeAdmin(db)]
    const courses = [
      await makeCourse(db, { title: 'One', priceInPaise: 499_900 }),
      await makeCourse(db, { title: 'Two', priceInPaise: 299_900 }),
      await makeCourse(db, { title: 'Three', priceInPaise: 99_900 }),
    ]
    const ids = courses.map(({ id }) => id)
    const bundleId = await makeBundle(db, ids, 700_000)
    const { code } = await makeCoupon(db, { amountOffInPaise: 100_001 })

    expect(await server.visitor(getBundle, { params: { id: bundleId } })).toMatchObject({
      price: 7000,
      former_price: 8997,
    })
    expect((await server.visitor(listBundles, { query: {} })).bundles[0]?.id).toBe(bundleId)
    const made = await order(learner, { bundle_id: bundleId, coupon: code })
    expect(await payFor(learner, made.order_id)).toEqual({ status: 'success', course_id: ids[0] })

    expect(made).toMatchObject({ amount: 599_999, course_title: 'All of Film' })
    expect((await listOwnedCourseIds(db, learner.id)).toSorted()).toEqual(ids.toSorted())
    const [payment] = await server.as(learner)(listMyPayments, {})
    expect(payment).toMatchObject({ bundle_id: bundleId, list_price: 8997, discount: 2997.01 })
    const params = { payment_id: payment!.id }
    const { items, access } = await server.as(admin)(getPayment, { params })
    const inPaise = items.map(({ amount }) => Math.round(amount * 100))
    expect(inPaise.reduce((sum, share) => sum + share, 0)).toBe(599_999)
    expect(access).toHaveLength(3)
    await watchCourse(db, learner, courses[1]!)
    await server.as(learner)(getCertificate, { params: { course_id: ids[1]! } })

    await server.as(learner)(refundMyPayment, { params })

    expect(await listOwnedCourseIds(db, learner.id)).toEqual([])
    const { rows } = await db.execute(sql`
      select from certificates where learner_id = ${learner.id} and revoked_at is null`)
    expect(rows).toHaveLength(0)
  })

  test('leaves open what another purchase opened when it goes back, and closes with a lost dispute', async () => {
    const learner = await makeLearner(db)
    const [owned, added] = [await makeCourse(db), await makeCourse(db)]
    await grantCourse(db, learner, owned)
    const bundleId = await makeBundle(db, [owned.id, added.id])
    await payFor(learner, (await order(learner, { bundle_id: bundleId })).order_id)
    expect((await listOwnedCourseIds(db, learner.id)).toSorted()).toEqual(
      [owned.id, added.id].toSorted(),
    )
    const [payment] = await server.as(learner)(listMyPayments, {})
    const dispute = {
      disputeId: unique('disp'),
      razorpayPaymentId: payment!.razorpay_payment_id!,
      status: 'lost',
      amountDeductedInPaise: 599_900,
      respondBy: null,
    }

    await settleOrder(server.checkout, payment!.id, {
      source: 'provider',
      kind: 'dispute',
      update: { kind: 'dispute', dispute },
    })

    expect(await listOwnedCourseIds(db, learner.id)).toEqual([owned.id])
  })

  test('whose courses are all owned, or that is not on sale, is refused; paid twice, one goes back', async () => {
    const learner = await makeLearner(db)
    const courses = [await makeCourse(db), await makeCourse(db)]
    const ids = courses.map(({ id }) => id)
    const bundleId = await makeBundle(db, ids)
    const other = await makeBundle(db, ids.toReversed(), 400_000)
    const both = [
      await order(learner, { bundle_id: bundleId }),
      await order(learner, { bundle_id: other }),
    ]
    const paid = await Promise.all(both.map(({ order_id }) => pay(server, order_id)))
    const answers = await Promise.all(
      paid.map((body) => server.as(learner)(verifyPayment, { body })),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['refunded', 'success'])
    await expect(order(learner, { bundle_id: bundleId })).rejects.toMatchObject({
      code: 'course_already_owned',
    })
    await db.execute(sql`update courses set state = 'off_sale' where id = ${ids[0]}`)
    const stranger = await makeLearner(db)
    await expect(order(stranger, { bundle_id: bundleId })).rejects.toMatchObject({
      code: 'bundle_not_found',
    })
    await expect(order(stranger, {})).rejects.toMatchObject({ errors: [{ path: 'course_id' }] })
  })

  test('that changed makes another order, and leaves the open one as it was', async () => {
    const learner = await makeLearner(db)
    const ids = [(await makeCourse(db)).id, (await makeCourse(db)).id, (await makeCourse(db)).id]
    const bundleId = await makeBundle(db, ids.slice(0, 2))
    const wish = { bundle_id: bundleId }
    const before = await order(learner, wish)
    expect((await order(learner, wish)).order_id).toBe(before.order_id)
    await server.owner.db.execute(sql`
      update bundle_courses set course_id = ${ids[2]} where bundle_id = ${bundleId} and position = 1`)

    const after = await order(learner, wish)
    await payFor(learner, before.order_id)

    expect(after.order_id).not.toBe(before.order_id)
    expect((await listOwnedCourseIds(db, learner.id)).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    )
  })
})
