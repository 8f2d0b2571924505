import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, clearFaults, postSandbox } from '../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { closePaidOutside, getPayment, refundPayment } from '../../admin/contract.ts'
import { listMyPayments } from '../../checkout/contract.ts'
import { makeRefundsDue, performRefunds } from '../../checkout/server/refunds/perform-refunds.ts'
import { alarms, refunds } from '../../checkout/server/tables.ts'
import { findHindrance } from '../../privacy/server/erase/find-hindrance.ts'
import { listFailedRefunds } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

test('support sees whose refund has failed, without a sum, until it has gone back', async () => {
  const learner = await makeLearner(server.db)
  const asSupport = server.as(await makeStaff(server.db, 'support'))
  await buy(server, learner, await makeCourse(server.db))
  const [payment] = await server.as(learner)(listMyPayments, {})
  await postSandbox(server, 'faults', { refunds: 'insufficient_balance', times: 1 })
  const answer = await asSupport(refundPayment, { params: { payment_id: payment!.id } })
  expect(answer.message).toBe(
    'Razorpay did not take the refund yet; it is tried again. The learner no longer has access to the course.',
  )

  const failed = await asSupport(listFailedRefunds, {})
  const told = await server.as(learner)(listMyPayments, {})
  await makeRefundsDue(server.checkout, payment!.id)
  await performRefunds(server.checkout, { orderId: payment!.id })
  const gone = await asSupport(listFailedRefunds, {})

  expect(failed).toEqual({
    refunds: [{ payment_id: payment!.id, user_id: learner.id, user_name: learner.name }],
  })
  expect(told).toMatchObject([{ refund: { status: 'failed', amount: 4999 } }])
  expect(gone).toEqual({ refunds: [] })
})

test('what is pending at Razorpay is not called failed because a question was refused', async () => {
  const { learner, refund } = await refundOfOne({ refunds: 'pending' })
  await postSandbox(server, 'faults', { path: '/v1/payments/*/refunds', status: 400, times: 1 })

  await makeRefundsDue(server.checkout, refund.orderId)
  await performRefunds(server.checkout, { orderId: refund.orderId })

  expect(await server.as(learner)(listMyPayments, {})).toMatchObject([
    { refund: { status: 'pending' } },
  ])
  const failure = await server.db.$count(
    refunds,
    and(eq(refunds.id, refund.id), isNotNull(refunds.failure)),
  )
  expect(failure).toBe(1)
})

test('support closes a failed refund that was paid back another way, once, and an erasure waits for it no more', async () => {
  const { learner, refund, close } = await refundOfOne({ refunds: 'insufficient_balance' })
  const open = and(eq(alarms.orderId, refund.orderId), isNull(alarms.resolvedAt))
  expect(await server.db.$count(alarms, open)).toBe(1)
  expect(await findHindrance(server.db, learner.id)).toBe('refund')

  await Promise.all([close(), close()])

  expect(await server.db.$count(alarms, open)).toBe(0)
  expect(await findHindrance(server.db, learner.id)).not.toBe('refund')
  expect(await server.as(learner)(listMyPayments, {})).toMatchObject([
    { status: 'refunded', refund: { status: 'processed', amount: 4999 } },
  ])
  const { timeline } = await server.as(await makeAdmin(server.db))(getPayment, {
    params: { payment_id: refund.orderId },
  })
  expect(timeline.filter(({ kind }) => kind === 'refund.paid_outside')).toHaveLength(1)
  await server.db
    .update(refunds)
    .set({ nextAttemptAt: new Date(0) })
    .where(eq(refunds.id, refund.id))
  await performRefunds(server.checkout, { orderId: refund.orderId })
  const [row] = await server.db.select().from(refunds).where(eq(refunds.id, refund.id))
  expect(row).toMatchObject({ status: 'processed', nextAttemptAt: null, razorpayRefundId: null })
})

test('a refund that has not failed, or that nobody knows, is closed by nobody', async () => {
  const { close } = await refundOfOne({ refunds: 'pending' })

  await expect(close()).rejects.toMatchObject({ code: 'refund_not_failed' })
  await expect(close({ id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'refund_not_found',
  })
})

/** A payment that support refunds while the stand-in is at fault so. */
async function refundOfOne(fault: { refunds: 'insufficient_balance' | 'pending' }) {
  const learner = await makeLearner(server.db)
  const asSupport = server.as(await makeStaff(server.db, 'support'))
  await buy(server, learner, await makeCourse(server.db))
  const [payment] = await server.as(learner)(listMyPayments, {})
  await clearFaults(server)
  // Its notice would have it asked about at a moment of its own.
  await postSandbox(server, 'faults', { drop_webhooks: true })
  await postSandbox(server, 'faults', { ...fault, times: 1 })
  await asSupport(refundPayment, { params: { payment_id: payment!.id } })
  const [refund] = await server.db.select().from(refunds).where(eq(refunds.orderId, payment!.id))
  const close = (params = { id: refund!.id }) =>
    asSupport(closePaidOutside, { params, body: { reason: 'By bank transfer, UTR 1.' } })
  return { learner, refund: refund!, close }
}
