import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { Settings } from '../../../platform/settings.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { toRupees } from '../../../shared/money.ts'
import { explainAccess } from '../../access/server/explain-access.ts'
import { describeEntry } from '../../access/server/routes.ts'
import type { CheckoutDependencies } from '../../checkout/server/dependencies.ts'
import { explainOrder, sourceLabels } from '../../checkout/server/orders/explain-order.ts'
import { findAdminPayment } from '../../checkout/server/orders/list-all-payments.ts'
import { listKeptTitles } from '../../checkout/server/orders/list-kept-titles.ts'
import {
  closePaidOutside,
  findOrderOfRefund,
} from '../../checkout/server/refunds/close-paid-outside.ts'
import { requestRefund } from '../../checkout/server/refunds/request-refund.ts'
import { closeAlarm, listOpenAlarms } from '../../checkout/server/settling/alarms.ts'
import { checkedOrderLabel, checkOrder } from '../../checkout/server/settling/check-order.ts'
import { previewFix } from '../../checkout/server/settling/preview-fix.ts'
import * as admin from '../contract.ts'

/** What an administrator looks into when somebody asks "where is my money?". */
export function explainPaymentRoutes(
  serve: Serve,
  checkout: CheckoutDependencies,
  settings: Pick<Settings, 'stepUp'>,
): void {
  const { db } = checkout

  serve(admin.getPayment, async ({ params }) => {
    const explained = await explainOrder(db, params.payment_id)
    const described = await findAdminPayment(checkout, params.payment_id)
    if (!explained || !described) throw new ProblemError('payment_not_found')
    const { order, items, events, refunds } = explained
    const ledgers = await Promise.all(
      items.map(({ courseId }) => explainAccess(db, order.learnerId, courseId)),
    )
    const ledger = ledgers.flat().toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    return {
      payment: described,
      order_id: order.razorpayOrderId,
      items: items.map((item) => ({
        course_id: item.courseId,
        course_title: item.courseTitle,
        amount: toRupees(item.amountInPaise),
      })),
      timeline: events.map((event) => ({
        at: event.happenedAt.toISOString(),
        source: sourceLabels[event.source],
        kind: event.kind,
        text: event.outcome,
      })),
      refunds: refunds.map((refund) => ({
        razorpay_payment_id: refund.razorpayPaymentId,
        razorpay_refund_id: refund.razorpayRefundId,
        amount: toRupees(refund.amountInPaise),
        cause: refund.cause,
        status: refund.status,
        created_at: refund.createdAt.toISOString(),
      })),
      access: ledger.map(describeEntry),
    }
  })

  const isLargeRefund = async (orderId: string): Promise<boolean> => {
    const payment = await findAdminPayment(checkout, orderId)
    return payment !== null && payment.amount > settings.stepUp.refundAboveInRupees
  }

  serve(
    admin.refundPayment,
    async ({ params, body, audit }) => {
      let kept: string[] = []
      const { isTurnedDown } = await requestRefund(checkout, {
        orderId: params.payment_id,
        onSettled: async (db, { before, after }) => {
          kept = await listKeptTitles(db, after)
          await audit(db, {
            before: { status: before.status },
            after: {
              status: after.status,
              amount_in_paise: after.amountInPaise,
              course: after.courseTitle,
            },
            ...(body?.reason !== undefined && { reason: body.reason }),
          })
        },
      })
      const courses = kept.join(', ')
      if (isTurnedDown)
        return {
          message: `${t('Razorpay did not take the refund yet; it is tried again.')} ${
            courses === ''
              ? t('The learner no longer has access to the course.')
              : t('The learner keeps {courses}, also without this payment.', { courses })
          }`,
        }
      return {
        message:
          courses === ''
            ? t('The refund is on its way, and the learner no longer has access to the course.')
            : t(
                'The refund is on its way. The learner keeps {courses}, also without this payment.',
                { courses },
              ),
      }
    },
    { stepUpIf: ({ params }) => isLargeRefund(params.payment_id) },
  )

  serve(
    admin.closePaidOutside,
    async ({ params, body, audit }) => {
      await db.transaction(async (db) => {
        const { orderId, status, amountInPaise } = await closePaidOutside(db, params.id)
        await audit(db, {
          subject: { kind: 'payment', id: orderId },
          before: { refund: status },
          after: { refund: 'processed', amount_in_paise: amountInPaise },
          reason: body.reason,
        })
      })
      return { message: t('The refund is done. Razorpay is not asked for it any more.') }
    },
    {
      stepUpIf: async ({ params }) => {
        const orderId = await findOrderOfRefund(db, params.id)
        return orderId !== null && isLargeRefund(orderId)
      },
    },
  )

  serve(admin.checkPayment, async ({ params, audit }) => {
    const asked = await checkOrder(checkout, params.payment_id)
    const { before, after } = asked
    await audit(db, {
      before: { status: before.status },
      after: { status: after.status, course: after.courseTitle },
    })
    return { message: checkedOrderLabel(asked), status: after.status }
  })

  serve(admin.previewFix, async () => ({
    payments: (await previewFix(checkout)).map((plan) => ({
      payment_id: plan.order.id,
      user_email: plan.userEmail,
      course_title: plan.order.courseTitle,
      amount: toRupees(plan.order.amountInPaise),
      becomes: plan.becomes,
      why: plan.why,
    })),
  }))

  serve(admin.listAlarms, async () =>
    (await listOpenAlarms(db)).map((alarm) => ({
      id: alarm.id,
      message: alarm.message,
      payment_id: alarm.orderId,
      raised_at: alarm.raisedAt.toISOString(),
    })),
  )

  serve(admin.closeAlarm, async ({ params, audit }) => {
    await db.transaction(async (db) => {
      const message = await closeAlarm(db, params.id)
      if (message === null) throw new ProblemError('not_found')
      await audit(db, { before: { message } })
    })
    return { message: t('Dealt with.') }
  })
}
