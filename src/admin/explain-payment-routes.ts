import { sql } from 'drizzle-orm'
import { explainAccess } from '../access/explain-access.ts'
import { describeEntry } from '../access/routes.ts'
import type { CheckoutDependencies } from '../checkout/dependencies.ts'
import {
  explainPayment,
  listOpenAlarms,
  sourcesInWords,
} from '../checkout/orders/explain-payment.ts'
import { findAdminPayment } from '../checkout/orders/list-all-payments.ts'
import { requestRefund } from '../checkout/refunds/request-refund.ts'
import { previewFix } from '../checkout/settling/preview-fix.ts'
import { ProblemError } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import {
  closeAlarm,
  getPayment,
  listAlarms,
  previewFix as previewFixEndpoint,
  refundPayment,
} from './contract.ts'

/** What an administrator looks into when somebody asks "where is my money?". */
export function explainPaymentRoutes(serve: Serve, checkout: CheckoutDependencies): void {
  const { db } = checkout

  serve(getPayment, async ({ params }) => {
    const explained = await explainPayment(db, params.payment_id)
    const described = await findAdminPayment(checkout, params.payment_id)
    if (!explained || !described) throw new ProblemError('payment_not_found')
    const { payment, events, refunds } = explained
    const ledger = await explainAccess(db, payment.learnerId, payment.courseId)
    return {
      payment: described,
      order_id: payment.orderId,
      timeline: events.map((event) => ({
        at: event.happenedAt.toISOString(),
        source: sourcesInWords[event.source],
        kind: event.kind,
        text: event.outcome,
      })),
      refunds: refunds.map((refund) => ({
        razorpay_payment_id: refund.razorpayPaymentId,
        razorpay_refund_id: refund.razorpayRefundId,
        amount: refund.amountInPaise / 100,
        cause: refund.cause,
        status: refund.status,
        created_at: refund.createdAt.toISOString(),
      })),
      access: ledger.map(describeEntry),
    }
  })

  serve(refundPayment, async ({ params }) => {
    await requestRefund(checkout, { paymentId: params.payment_id })
    return { message: 'The refund is on its way, and the course is closed.' }
  })

  serve(previewFixEndpoint, async () => ({
    payments: (await previewFix(checkout)).map((plan) => ({
      payment_id: plan.payment.id,
      user_email: plan.userEmail,
      course_title: plan.payment.courseTitle,
      amount: plan.payment.amountInPaise / 100,
      becomes: plan.becomes,
      why: plan.why,
    })),
  }))

  serve(listAlarms, async () =>
    (await listOpenAlarms(db)).map((alarm) => ({
      id: alarm.id,
      message: alarm.message,
      payment_id: alarm.paymentId,
      raised_at: alarm.raisedAt.toISOString(),
    })),
  )

  serve(closeAlarm, async ({ params }) => {
    const { rows } = await db.execute(sql`
      update payment_alarms set resolved_at = clock_timestamp()
       where id = ${params.id} and resolved_at is null returning id`)
    if (rows.length === 0) throw new ProblemError('not_found')
    return { message: 'Dealt with.' }
  })
}
