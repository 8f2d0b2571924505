import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  listSandbox,
  pay,
  paymentStatuses,
  postSandbox,
} from '../../../../../tests/support/buy.ts'
import { makeCourse, makeLearner, type Person } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { getCourse } from '../../../catalogue/contract.ts'
import { createOrder, listMyPayments, verifyPayment } from '../../contract.ts'
import { makeRefundsDue, performRefunds } from '../refunds/perform-refunds.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { settleOrder } from './settle-order.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

async function ordered(): Promise<{ learner: Person; courseId: string; razorpayOrderId: string }> {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  return { learner, courseId: course.id, razorpayOrderId: order.order_id }
}

async function owns({ learner, courseId }: { learner: Person; courseId: string }) {
  return (await server.as(learner)(getCourse, { params: { course_id: courseId } })).owned
}

async function lettersTo(learner: Person): Promise<string> {
  const { rows } = await server.db.execute<{ text: string }>(
    sql`select text from mails where recipient = ${learner.email}`,
  )
  return rows.map((row) => row.text).join('\n')
}

/** The reconciler's next question about an order, if there is one. */
async function letTimePass({ razorpayOrderId }: { razorpayOrderId: string }): Promise<void> {
  await server.db.execute(sql`
    update orders set next_check_at = now()
     where razorpay_order_id = ${razorpayOrderId} and next_check_at is not null`)
  await reconcileOrders(server.checkout)
}

const unheard = { webhook: 'never' }

test('a first try that the bank agreed to too late does not undo the second that paid', async () => {
  const order = await ordered()
  const first = await pay(server, order.razorpayOrderId, { outcome: 'failed' })
  const second = await pay(server, order.razorpayOrderId)
  const path = `payments/${first.razorpay_payment_id}`
  await postSandbox(server, `${path}/authorize`, { ...unheard, second: true })
  await postSandbox(server, `${path}/expire`, unheard)

  await letTimePass(order)

  expect(await owns(order)).toBe(true)
  const [payment] = await server.as(order.learner)(listMyPayments, {})
  expect(payment).toMatchObject({
    status: 'completed',
    razorpay_payment_id: second.razorpay_payment_id,
  })
  expect(await lettersTo(order.learner)).not.toMatch(/no longer have access|closed/)
})

test('an order whose first try went back uncollected is still opened by a second one', async () => {
  const order = await ordered()
  const first = await pay(server, order.razorpayOrderId, { outcome: 'authorized' })
  await postSandbox(server, `payments/${first.razorpay_payment_id}/expire`, unheard)
  await letTimePass(order)
  expect(await owns(order)).toBe(false)

  await pay(server, order.razorpayOrderId)
  await letTimePass(order)

  expect(await owns(order)).toBe(true)
  expect(await paymentStatuses(server, order.learner)).toEqual(['completed'])
})

test('of two captured payments of one order, both unheard, one opens the course and one goes back', async () => {
  const order = await ordered()
  await pay(server, order.razorpayOrderId)
  await postSandbox(server, `orders/${order.razorpayOrderId}/pay`, { ...unheard, second: true })

  await letTimePass(order)
  await letTimePass(order)

  expect(await owns(order)).toBe(true)
  const refunds = await listSandbox<{ payment_id: string; amount: number }>(server, 'refunds')
  const payments = await listSandbox<{ id: string; order_id: string }>(server, 'payments')
  const ofOrder = payments.filter((payment) => payment.order_id === order.razorpayOrderId)
  const back = refunds.filter((refund) => ofOrder.some(({ id }) => id === refund.payment_id))
  expect([ofOrder.length, back.length]).toEqual([2, 1])
  expect(await lettersTo(order.learner)).toMatch(/You keep the course/)
})

test('of a second payment a part went back by hand: the rest goes back, also after a refusal', async () => {
  const first = await ordered()
  await server.db.execute(
    sql`update courses set price_in_paise = 500000 where id = ${first.courseId}`,
  )
  const second = await server.as(first.learner)(createOrder, {
    body: { course_id: first.courseId },
  })
  const kept = await pay(server, first.razorpayOrderId)
  await server.as(first.learner)(verifyPayment, { body: kept })
  const paid = await pay(server, second.order_id)
  const path = `payments/${paid.razorpay_payment_id}/refund`
  await postSandbox(server, path, { amount: 100_000, webhook: 'never' })
  await postSandbox(server, 'faults', { path: '/v1/payments/*/refund', status: 400, times: 1 })

  await server.as(first.learner)(verifyPayment, { body: paid })
  for (let round = 0; round < 4; round += 1) {
    await server.db.execute(
      sql`update refunds set next_attempt_at = now() where next_attempt_at is not null`,
    )
    await reconcileOrders(server.checkout)
  }

  const refunds = await listSandbox<{ payment_id: string; amount: number }>(server, 'refunds')
  const given = refunds
    .filter((refund) => refund.payment_id === paid.razorpay_payment_id)
    .reduce((sum, refund) => sum + refund.amount, 0)
  expect(given).toBe(500_000)
})

for (const status of [401, 403, 404, 409, 400, 422]) {
  test(`a provider that answers ${status} to a verification says nothing about the payment`, async () => {
    const order = await ordered()
    const paid = await pay(server, order.razorpayOrderId)
    const error = { code: 'BAD_REQUEST_ERROR', description: 'The api key provided is invalid' }
    const { razorpay } = server.checkout
    server.checkout.razorpay = {
      ...razorpay,
      fetchPayment: () =>
        Promise.reject(
          new RazorpayError('no', {
            kind: status === 401 || status === 403 ? 'unauthorized' : 'refused',
            status,
            ...error,
          }),
        ),
    }

    const verify = () => server.as(order.learner)(verifyPayment, { body: paid })

    await expect(verify()).rejects.toMatchObject({ status: 503, code: 'provider_unavailable' })
    server.checkout.razorpay = razorpay
    expect(await verify()).toMatchObject({ status: 'success' })
  })
}

test('keys that the provider does not take raise an alarm, which closes when it does', async () => {
  const order = await ordered()
  const paid = await pay(server, order.razorpayOrderId)
  const open = async () => {
    const { rows } = await server.db.execute(
      sql`select 1 from alarms where subject = 'razorpay keys' and resolved_at is null`,
    )
    return rows.length
  }
  await postSandbox(server, 'faults', { path: '/v1/payments/*', status: 401, times: 1 })

  const refused = server.as(order.learner)(verifyPayment, { body: paid })
  await expect(refused).rejects.toMatchObject({ status: 503 })
  expect(await eventually(open, (count) => count === 1)).toBe(1)
  await server.as(order.learner)(verifyPayment, { body: paid })

  expect(await eventually(open, (count) => count === 0)).toBe(0)
})

test('pressing the button again and again asks the provider once in ten seconds', async () => {
  const order = await ordered()
  await server.db.execute(sql`
    update orders set created_at = now() - interval '1 hour', last_asked_at = null
     where razorpay_order_id = ${order.razorpayOrderId}`)
  const { razorpay } = server.checkout
  let asked = 0
  server.checkout.razorpay = {
    ...razorpay,
    listOrderPayments: (id) => {
      asked += 1
      return razorpay.listOrderPayments(id)
    },
  }

  const press = () => server.as(order.learner)(createOrder, { body: { course_id: order.courseId } })
  const answers = await Promise.all(Array.from({ length: 8 }, press))
  server.checkout.razorpay = razorpay

  expect(new Set(answers.map((answer) => answer.order_id))).toEqual(
    new Set([order.razorpayOrderId]),
  )
  expect(asked).toBe(1)
})

test('whoever was shown "failed" and had paid meanwhile is not asked to pay again', async () => {
  const order = await ordered()
  await server.db.execute(sql`
    update orders set status = 'failed', last_asked_at = null where razorpay_order_id = ${order.razorpayOrderId}`)
  await pay(server, order.razorpayOrderId)

  const press = server.as(order.learner)(createOrder, { body: { course_id: order.courseId } })

  await expect(press).rejects.toMatchObject({ code: 'course_already_owned' })
})

test('a dispute that was lost closes the course, also when its webhook was lost', async () => {
  const order = await ordered()
  const paid = await pay(server, order.razorpayOrderId)
  await server.as(order.learner)(verifyPayment, { body: paid })
  const dispute = {
    id: `disp_${order.razorpayOrderId.slice(-8)}`,
    razorpayPaymentId: paid.razorpay_payment_id,
    amountInPaise: 499_900,
    currency: 'INR',
    amountDeductedInPaise: 499_900,
    reasonCode: null,
    respondBy: null,
    status: 'lost',
    phase: 'chargeback',
    createdAt: new Date(),
  }
  const razorpay = { ...server.checkout.razorpay, listDisputes: async () => [dispute] }

  await reconcileDisputes({ ...server.checkout, razorpay })
  await reconcileDisputes({ ...server.checkout, razorpay })

  expect(await owns(order)).toBe(false)
  const [payment] = await server.as(order.learner)(listMyPayments, {})
  expect(payment).toMatchObject({ status: 'refunded', refund: { status: 'processed' } })
  expect(await lettersTo(order.learner)).toMatch(
    /after a dispute, so you no longer have access to the course/,
  )
})

test('two disputes about one payment are written down once each, however often they are asked about', async () => {
  const order = await ordered()
  const paid = await pay(server, order.razorpayOrderId)
  await server.as(order.learner)(verifyPayment, { body: paid })
  const disputeOf = (status: string) => ({
    id: `disp_${status}${order.razorpayOrderId.slice(-8)}`,
    razorpayPaymentId: paid.razorpay_payment_id,
    amountInPaise: 100_000,
    currency: 'INR',
    amountDeductedInPaise: 0,
    reasonCode: null,
    respondBy: null,
    status,
    phase: 'chargeback',
    createdAt: new Date(),
  })
  const both = [disputeOf('open'), disputeOf('closed')]
  const razorpay = { ...server.checkout.razorpay, listDisputes: async () => both }

  for (let round = 0; round < 3; round += 1) {
    await reconcileDisputes({ ...server.checkout, razorpay })
  }

  const { rows } = await server.db.execute<{ outcome: string }>(sql`
    select outcome from order_events
     where kind = 'dispute' and razorpay_payment_id = ${paid.razorpay_payment_id} order by id`)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['Dispute: open.', 'Dispute: closed.'])
})

test('what a lost dispute has taken is not given back a second time, whatever is heard later', async () => {
  const order = await ordered()
  const paid = await pay(server, order.razorpayOrderId)
  await server.as(order.learner)(verifyPayment, { body: paid })
  const [payment] = await server.as(order.learner)(listMyPayments, {})
  const { razorpay } = server.checkout
  let refundsAsked = 0
  const counting = {
    ...razorpay,
    refundPayment: (...asked: Parameters<typeof razorpay.refundPayment>) => {
      refundsAsked += 1
      return razorpay.refundPayment(...asked)
    },
  }
  await postSandbox(server, 'faults', { path: '/v1/payments/*/refund', status: 503, times: 1 })
  await requestRefund(server.checkout, { orderId: payment!.id })
  await settleOrder(server.checkout, payment!.id, {
    source: 'provider',
    kind: 'dispute',
    update: {
      kind: 'dispute',
      dispute: {
        disputeId: `disp_${order.razorpayOrderId.slice(-8)}`,
        razorpayPaymentId: paid.razorpay_payment_id,
        status: 'lost',
        amountDeductedInPaise: 499_900,
        respondBy: null,
      },
    },
  })

  await makeRefundsDue(server.checkout, payment!.id)
  await performRefunds({ ...server.checkout, razorpay: counting }, { orderId: payment!.id })

  expect(refundsAsked).toBe(0)
})
