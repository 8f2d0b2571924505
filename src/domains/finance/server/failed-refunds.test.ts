import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, postSandbox } from '../../../../tests/support/buy.ts'
import { makeCourse, makeLearner, makeStaff } from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { refundPayment } from '../../admin/contract.ts'
import { listMyPayments } from '../../checkout/contract.ts'
import { refunds } from '../../checkout/server/tables.ts'
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
  // Its notice would make the refund processed again, at a moment of its own.
  await postSandbox(server, 'faults', { drop_webhooks: true })
  await asSupport(refundPayment, { params: { payment_id: payment!.id } })
  const become = (status: 'failed' | 'processed') =>
    server.db.update(refunds).set({ status }).where(eq(refunds.orderId, payment!.id))

  await become('failed')
  const failed = await asSupport(listFailedRefunds, {})
  await become('processed')
  const gone = await asSupport(listFailedRefunds, {})

  expect(failed).toEqual({
    refunds: [{ payment_id: payment!.id, user_id: learner.id, user_name: learner.name }],
  })
  expect(gone).toEqual({ refunds: [] })
})
