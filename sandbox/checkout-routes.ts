import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checkoutMethods } from './entities.ts'
import { payOrder } from './pay-order.ts'
import { RequestError, requestError } from './request-error.ts'
import { sendBrowserFile, sendPage } from './send-browser-file.ts'
import { renderProblemSheet, renderSheet } from './sheet-page.ts'
import type { StandIn } from './stand-in.ts'
import { findOrder } from './store.ts'

const sheetQuerySchema = z.object({
  key_id: z.string().default(''),
  order_id: z.string().default(''),
  name: z.string().default(''),
  description: z.string().default(''),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional()
    .catch(undefined),
  method: z.enum(checkoutMethods).catch('upi'),
  /** Of the page that opened the sheet; the sheet talks to no other. */
  origin: z.string().default(''),
})

const paymentSchema = z.object({
  key_id: z.string(),
  order_id: z.string(),
  method: z.enum(checkoutMethods),
  outcome: z.enum(['success', 'failed']),
  bank: z.string().max(40).optional(),
  wallet: z.string().max(40).optional(),
  email: z.string().max(254).optional(),
  contact: z.string().max(20).optional(),
})

/** `/v1/checkout.js` and the sheet it opens. Open to any page, as Razorpay's is. */
export function registerCheckoutRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { store, settings } = standIn

  app.get('/checkout.js', (_request, reply) => sendBrowserFile(reply, 'checkout', 'js'))
  app.get('/checkout/sheet.js', (_request, reply) => sendBrowserFile(reply, 'sheet', 'js'))
  app.get('/checkout/sheet.css', (_request, reply) => sendBrowserFile(reply, 'sheet', 'css'))

  app.get('/checkout/public', ({ query }, reply) => {
    const asked = sheetQuerySchema.parse(query)
    try {
      requireKeyId(asked.key_id)
      const order = findOrder(store, asked.order_id)
      if (order.status === 'paid') throw requestError(400, 'Payment already done for this order.')
      return sendPage(reply, renderSheet(order, asked), '*')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendPage(reply, renderProblemSheet(error.message, asked), '*')
    }
  })

  /** A failed payment is a good answer here; with 4xx the browser would log it as our fault. */
  app.post('/checkout/payments', ({ body }) => {
    const { key_id, order_id, outcome, ...attempt } = paymentSchema.parse(body)
    requireKeyId(key_id)
    const { payment, reply: success } = payOrder(standIn, order_id, {
      ...attempt,
      ...(outcome === 'failed' && { outcome }),
    })
    if (payment.status !== 'failed') return success
    return {
      error: {
        code: payment.error_code,
        description: payment.error_description,
        source: payment.error_source,
        step: payment.error_step,
        reason: payment.error_reason,
        metadata: { payment_id: payment.id, order_id },
      },
    }
  })

  function requireKeyId(keyId: string): void {
    if (keyId !== settings.keyId) throw requestError(401, 'The api key provided is invalid')
  }
}
