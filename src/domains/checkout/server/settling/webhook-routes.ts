import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../../../http/problem.ts'
import { paths } from '../../../../paths.ts'
import { translatable } from '../../../../platform/languages/languages.ts'
import { languagePath } from '../../../../shared/i18n/language.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { performRefunds } from '../refunds/perform-refunds.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { type Verified, verifyPayment } from './verify-payment.ts'

const hidden = { schema: { hide: true } }

interface CallbackQuery {
  course_id?: string
  bundle_id?: string
  coupon?: string
  language?: string
}

/** The two addresses that the provider itself posts to; they are no part of the JSON contract. */
export function webhookRoutes(app: FastifyInstance, deps: CheckoutDependencies): void {
  app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    app.post('/api/payment/webhook', hidden, async (request) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const eventId = request.headers['x-razorpay-event-id']
      const orderId = await receiveWebhook(deps, {
        rawBody,
        signature: request.headers['x-razorpay-signature'],
        eventId: typeof eventId === 'string' && eventId !== '' ? eventId : undefined,
      })
      if (orderId !== null) followUp(deps, orderId)
      return { status: 'ok' }
    })

    /**
     * Where the checkout returns when it cannot call back into the page (in-app browsers): the
     * provider posts the three fields as a form, or `error[...]` after a failure. `coupon`: what a buyer
     * comes back with to a page on which nothing was bought. `language`: the code of the one that the page
     * was read in, if not English.
     */
    app.post<{ Querystring: CallbackQuery }>(
      '/api/payment/callback',
      hidden,
      async (request, reply) => {
        const form = new URLSearchParams(
          Buffer.isBuffer(request.body) ? request.body.toString() : '',
        )
        const { course_id: courseId = '', bundle_id: bundleId = null, ...more } = request.query
        const wanted = { courseId, bundleId, couponCode: more.coupon ?? null }
        const language = translatable.find(({ code }) => code === more.language)
        const landing = await landingFor(deps, form, wanted)
        return reply.redirect(languagePath(landing, language?.code ?? 'en'), 303)
      },
    )
  })
}

/**
 * What an event made due at the provider: done after the answer, which must not wait for anybody, or
 * by the reconciler if this process dies.
 */
function followUp(deps: CheckoutDependencies, orderId: string): void {
  Promise.all([reconcileOrder(deps, orderId), performRefunds(deps, { orderId })]).catch(
    (error: unknown) => deps.log.warn({ err: error, order_id: orderId }, 'follow-up put off'),
  )
}

async function landingFor(
  deps: CheckoutDependencies,
  form: URLSearchParams,
  wanted: Bought,
): Promise<string> {
  const razorpayOrderId = form.get('razorpay_order_id')
  const razorpayPaymentId = form.get('razorpay_payment_id')
  const signature = form.get('razorpay_signature')
  if (razorpayOrderId === null || razorpayPaymentId === null || signature === null) {
    return backTo(wanted, 'failed')
  }
  try {
    const verified = await verifyPayment(deps, null, {
      razorpayOrderId,
      razorpayPaymentId,
      signature,
    })
    return landingAfter(verified, razorpayPaymentId)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const isUndecided = error.code === 'provider_unavailable'
    return backTo(wanted, isUndecided ? 'pending' : 'unverified')
  }
}

function landingAfter({ status, order }: Verified, razorpayPaymentId: string): string {
  if (status === 'success') return paths.paymentSuccess(razorpayPaymentId, order.courseId)
  return backTo(order, status)
}

interface Bought {
  courseId: string
  /** Null: a single course. */
  bundleId: string | null
  /** Null: without one. */
  couponCode: string | null
}

/** Where it was bought, as it was bought. */
function backTo({ courseId, bundleId, couponCode }: Bought, payment: string): string {
  const page = bundleId === null ? paths.course(courseId) : paths.bundle(bundleId)
  return `${page}?${new URLSearchParams({ payment, ...(couponCode && { coupon: couponCode }) })}`
}
