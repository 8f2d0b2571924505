import type { FastifyInstance } from 'fastify'
import type { Serve } from '../../../http/server/serve.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { readCode } from '../../offers/server/coupons/read-code.ts'
import { type CouponLimits, guardCodes, guessesOf } from '../../offers/server/prices/guard-codes.ts'
import * as checkout from '../contract.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { createOrder } from './orders/create-order.ts'
import { describeMyPayments, myPaymentsQuery } from './orders/list-my-payments.ts'
import { readReceipt } from './receipts/read-receipt.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { verifyPayment } from './settling/verify-payment.ts'
import { webhookRoutes } from './settling/webhook-routes.ts'

export function checkoutRoutes(
  app: FastifyInstance,
  serve: Serve,
  deps: CheckoutDependencies,
  limits: CouponLimits,
): void {
  serve(checkout.createOrder, async ({ body, caller, ip }) => {
    const guesses = guessesOf(limits, caller, ip)
    const order = await guardCodes(guesses, readCode(body.coupon), () =>
      createOrder(deps, caller, body),
    )
    return {
      key: deps.keys.keyId,
      amount: order.amountInPaise,
      currency: order.currency,
      order_id: order.razorpayOrderId ?? '',
      course_title: order.courseTitle,
      user_name: caller.name,
      user_email: caller.email,
      granted: order.amountInPaise === 0,
    }
  })

  serve(checkout.verifyPayment, async ({ body, caller }) => {
    const { status, order } = await verifyPayment(deps, caller, {
      razorpayOrderId: body.razorpay_order_id,
      razorpayPaymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    })
    return { status, course_id: order.courseId }
  })

  serve(
    checkout.listMyPayments,
    async ({ found }) => describeMyPayments(found, deps.figures.guaranteeInDays),
    { query: myPaymentsQuery },
  )

  serve(checkout.getReceipt, async ({ params, caller }) => {
    const receipt = await readReceipt(deps, params.payment_id, caller.learnerId)
    const number = receipt.filename.replace(/^Receipt-|\.pdf$/g, '').replaceAll('-', '/')
    return {
      receipt_number: number,
      pdf_data: receipt.content.toString('base64'),
      download_filename: receipt.filename,
    }
  })

  serve(checkout.refundMyPayment, async ({ params, caller }) => {
    const { isTurnedDown } = await requestRefund(deps, {
      orderId: params.payment_id,
      learnerId: caller.learnerId,
    })
    return {
      message: isTurnedDown
        ? t('Your refund is asked for. Razorpay did not take it yet, so it is tried again.')
        : t('Your refund is on its way. It usually takes 5 to 7 working days.'),
    }
  })

  webhookRoutes(app, deps)
}
