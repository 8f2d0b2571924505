import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, clearFaults, listSandbox, postSandbox } from '../../../../../tests/support/buy.ts'
import { makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { listMyPayments } from '../../contract.ts'
import { listOpenAlarms } from '../settling/alarms.ts'
import { reconcileDisputes } from '../settling/reconcile-disputes.ts'
import { makeRefundsDue, performRefunds } from './perform-refunds.ts'
import { requestRefund } from './request-refund.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

async function bought() {
  const learner = await makeLearner(server.db)
  const { razorpay_payment_id: paymentId } = await buy(server, learner, await makeCourse(server.db))
  const [payment] = await server.as(learner)(listMyPayments, {})
  return { learner, paymentId, orderId: payment!.id }
}

async function refundsOf(paymentId: string): Promise<{ id: string; amount: number }[]> {
  const all = await listSandbox<{ id: string; payment_id: string; amount: number }>(
    server,
    'refunds',
  )
  return all.filter((refund) => refund.payment_id === paymentId)
}

/** What staff are told of a payment that may be gone twice. */
async function tellTwice(orderId: string): Promise<string[]> {
  const open = await listOpenAlarms(server.db)
  const own = open.filter((alarm) => alarm.orderId === orderId)
  return own.map(({ message }) => message).filter((message) => message.includes('gone twice'))
}

async function tryAgain(orderId: string): Promise<void> {
  await clearFaults(server)
  await makeRefundsDue(server.checkout, orderId)
  await performRefunds(server.checkout, { orderId })
}

test('what a bank took back meanwhile is not given back too, although nobody told of it', async () => {
  const { learner, paymentId, orderId } = await bought()
  await postSandbox(server, 'faults', { path: '/v1/payments/*/refund', status: 503, times: 9 })
  await requestRefund(server.checkout, { orderId })
  await performRefunds(server.checkout, { orderId })
  await postSandbox(server, `payments/${paymentId}/dispute`, { webhook: 'never' })
  await postSandbox(server, `payments/${paymentId}/dispute`, { phase: 'lost', webhook: 'never' })

  await tryAgain(orderId)

  expect(await refundsOf(paymentId)).toEqual([])
  expect(await tellTwice(orderId)).toEqual([])
  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment).toMatchObject({ status: 'refunded', refund: { status: 'processed' } })
})

test('what was refunded and is lost to the bank, too, is told to staff, once', async () => {
  const { paymentId, orderId } = await bought()
  await requestRefund(server.checkout, { orderId })
  await postSandbox(server, `payments/${paymentId}/dispute`, { webhook: 'never' })
  await postSandbox(server, `payments/${paymentId}/dispute`, { phase: 'lost', webhook: 'never' })

  await reconcileDisputes(server.checkout)
  await reconcileDisputes(server.checkout)

  const amount = 499_900
  expect(await refundsOf(paymentId)).toMatchObject([{ amount }])
  expect(await tellTwice(orderId)).toEqual([
    `Payment ${paymentId} was refunded, and its bank took it back by a dispute as well: the money may be gone twice. Please ask Razorpay about it.`,
  ])
})

test('a refund whose answer was lost keeps its own amount beside a part given by hand', async () => {
  const { paymentId, orderId } = await bought()
  await postSandbox(server, `payments/${paymentId}/refund`, { amount: 100, webhook: 'never' })
  const { razorpay } = server.checkout
  await postSandbox(server, 'faults', { drop_webhooks: true, times: 9 })
  const refundPayment: typeof razorpay.refundPayment = async (...asked) => {
    await razorpay.refundPayment(...asked)
    throw new RazorpayError('no answer', { kind: 'unavailable' })
  }
  const deps = { ...server.checkout, razorpay: { ...razorpay, refundPayment } }
  await requestRefund(deps, { orderId })

  await tryAgain(orderId)

  const made = await refundsOf(paymentId)
  const { rows } = await server.db.execute(sql`
    select razorpay_refund_id as id, amount_in_paise::int as amount from refunds
     where razorpay_payment_id = ${paymentId}`)
  expect(made.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
    100, 499_800,
  ])
  expect(rows).toEqual([{ id: made.find(({ amount }) => amount > 100)?.id, amount: 499_800 }])
})
