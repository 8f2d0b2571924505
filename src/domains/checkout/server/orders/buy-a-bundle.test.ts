import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventually, pay, postSandbox } from '../../../../../tests/support/buy.ts'
import { countBlocked } from '../../../../../tests/support/count-blocked.ts'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { readPdf } from '../../../../../tests/support/read-pdf.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { changeBundle } from '../../../offers/server/bundles/save-bundle.ts'
import { putTaxSettings } from '../../../tax/contract.ts'
import { createOrder, listMyPayments, refundMyPayment, verifyPayment } from '../../contract.ts'
import { reconcileOrders } from '../settling/reconcile-orders.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  const seller = { legal_name: 'Academy', address: 'Bengaluru', state: '29', sac: '999293' }
  await server.as(await makeAdmin(server.db))(putTaxSettings, {
    body: { ...seller, gstin: '29AAGCB7383J1Z4' },
  })
})
afterAll(() => server.close())

async function orderBundle(coupon?: string) {
  const learner = await makeLearner(server.db)
  const courses = await Promise.all([makeCourse(server.db), makeCourse(server.db)])
  const courseIds = courses.map(({ id }) => id)
  const bundleId = await makeBundle(server.db, courseIds)
  const body = { bundle_id: bundleId, buyer_state: 'Kerala', ...(coupon && { coupon }) }
  const { order_id: orderId } = await server.as(learner)(createOrder, { body })
  return { learner, courseIds, bundleId, orderId }
}

/** As the provider posts it from an app's own browser: resolves to where the buyer lands. */
async function callBack(
  fields: Record<string, string>,
  bundleId: string,
  more: { language?: string; coupon?: string } = {},
): Promise<string> {
  const query = new URLSearchParams({ bundle_id: bundleId, ...more })
  const answer = await server.fetch(`/api/payment/callback?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

test('who paid for a bundle outside the page lands at its payment, and whose payment failed at the bundle', async () => {
  const { courseIds, bundleId, orderId } = await orderBundle()
  const failed = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Declined' }
  expect(await callBack(failed, bundleId)).toBe(`/bundles/${bundleId}?payment=failed`)
  const paid = { ...(await pay(server, orderId)) }

  const forged = { ...paid, razorpay_signature: 'f'.repeat(64) }
  expect(await callBack(forged, bundleId)).toBe(`/bundles/${bundleId}?payment=unverified`)
  const landed = new URL(await callBack(paid, bundleId), 'https://academy.test')
  expect(landed.pathname).toBe('/payment-success')
  expect([...landed.searchParams.values()]).toEqual(
    expect.arrayContaining([paid.razorpay_payment_id, courseIds[0]]),
  )
})

test('who comes back unpaid comes back with their coupon', async () => {
  const { code: coupon } = await makeCoupon(server.db)
  const { bundleId, orderId } = await orderBundle(coupon)
  const failed = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Declined' }
  const forged = { ...(await pay(server, orderId)), razorpay_signature: 'f'.repeat(64) }

  expect(await callBack(failed, bundleId, { coupon: 'A B&C' })).toBe(
    `/bundles/${bundleId}?payment=failed&coupon=A+B%26C`,
  )
  expect(await callBack(forged, bundleId, { coupon })).toBe(
    `/bundles/${bundleId}?payment=unverified&coupon=${coupon}`,
  )
})

test('whose payment waits comes back with the coupon of the order', async () => {
  const { code: coupon } = await makeCoupon(server.db)
  const { bundleId, orderId } = await orderBundle(coupon)
  const paid = { ...(await pay(server, orderId, { outcome: 'created' })) }

  expect(await callBack(paid, bundleId)).toBe(
    `/bundles/${bundleId}?payment=pending&coupon=${coupon}`,
  )
})

test('who orders a bundle while it is being changed gets its new courses at its new price', async () => {
  const learner = await makeLearner(server.db)
  const [stays, leaves, comes] = [
    await makeCourse(server.db),
    await makeCourse(server.db),
    await makeCourse(server.db),
  ]
  const bundle_id = await makeBundle(server.db, [stays.id, leaves.id], 700_000)
  const body = { bundle_id, buyer_state: 'Kerala' }

  let isAnswered = false
  const ordering = await server.db.transaction(async (changing) => {
    const course_ids = [stays.id, comes.id]
    await changeBundle(changing, bundle_id, {
      title: 'Two',
      description: '',
      price: 8000,
      course_ids,
    })
    const answer = server.as(learner)(createOrder, { body })
    const note = () => {
      isAnswered = true
    }
    answer.then(note, note)
    await eventually(
      async () => isAnswered || (await countBlocked(server.db)) > 0,
      (isWaiting) => isWaiting,
    )
    return { answer }
  })
  const { amount, order_id } = await ordering.answer

  expect(amount).toBe(800_000)
  const { rows } = await server.db.execute<{ course_id: string }>(sql`
    select order_items.course_id from order_items join orders on orders.id = order_id
     where razorpay_order_id = ${order_id} order by position`)
  expect(rows.map((row) => row.course_id)).toEqual([stays.id, comes.id])
})

test('who buys in Hindi outside the page lands on a Hindi one, and nobody on a stranger’s', async () => {
  const { bundleId } = await orderBundle()
  const failed = { 'error[code]': 'BAD_REQUEST_ERROR' }

  expect(await callBack(failed, bundleId, { language: 'hi' })).toBe(
    `/hi/bundles/${bundleId}?payment=failed`,
  )
  expect(await callBack(failed, bundleId, { language: '/evil.test' })).toBe(
    `/bundles/${bundleId}?payment=failed`,
  )
})

test('invoice, credit notes of parts and of the rest of a bundle are told with its payment, and read one by one', async () => {
  const { learner, orderId } = await orderBundle()
  const paid = await pay(server, orderId)
  await server.as(learner)(verifyPayment, { body: paid })
  const giveBack = async (amount: number) => {
    await postSandbox(server, `payments/${paid.razorpay_payment_id}/refund`, { amount })
    await server.db.execute(sql`update orders set next_check_at = now() - interval '1 second'`)
    await reconcileOrders(server.checkout)
  }
  const mine = async () => (await server.as(learner)(listMyPayments, {}))[0]!
  expect(await mine()).toMatchObject({ credit_note_number: null, credit_note_numbers: [] })

  await giveBack(100_001)
  // Its own message may have it asked about only now: by then one note would tell of both.
  await vi.waitFor(async () => expect((await mine()).credit_note_numbers).toHaveLength(1))
  await giveBack(50_000)
  // The provider's own message of a part may be settling it at this moment.
  await vi.waitFor(async () => {
    const { status, credit_note_numbers: parts } = await mine()
    expect([status, parts]).toEqual(['completed', [expect.any(String), expect.any(String)]])
  })
  const { id } = await mine()
  await server.as(learner)(refundMyPayment, { params: { payment_id: id } })

  const payment = await mine()
  expect(payment.credit_note_numbers).toHaveLength(3)
  expect(payment.credit_note_number).toBe(payment.credit_note_numbers[2])
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${learner.token}` }
    const answer = await server.fetch(`/api/my-payments/${id}/${path}`, { headers })
    return answer.ok ? readPdf(Buffer.from(await answer.arrayBuffer())).title : answer.status
  }
  expect(await read('invoice')).toBe(`Tax invoice ${payment.invoice_number}`)
  expect(await read('credit-note')).toBe(`Credit note ${payment.credit_note_number}`)
  for (const number of payment.credit_note_numbers) {
    const query = new URLSearchParams({ number })
    expect(await read(`credit-note?${query}`)).toBe(`Credit note ${number}`)
  }
  expect(await read('credit-note?number=CN/2627/99999')).toBe(404)
  const { rows } = await server.db.execute<{ subject: string; amount: string }>(
    sql`select subject, substring(text from '₹[0-9,.]+') as amount from mails where recipient = ${learner.email}
         and attachment like 'credit_note:%' order by queued_at`,
  )
  const subject = expect.stringMatching(/^We gave back a part of your payment/)
  expect(rows).toEqual([
    { subject, amount: '₹1,000.01' },
    { subject, amount: '₹500' },
    { subject: expect.stringMatching(/^Your refund for/), amount: '₹4,498.99' },
  ])
})
