import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { orderStatuses } from './statuses.ts'

export const paymentStatus = z.enum(orderStatuses)

const paymentFields = {
  id: z.string(),
  course_id: z.string().describe('The first one of a bundle.'),
  course_title: z.string().describe('Or that of the bundle.'),
  amount: z.number().describe('Rupees; 0 was granted without a payment.'),
  list_price: z.number().describe('Rupees, without any offer.'),
  discount: z.number().describe('Rupees that offers took off the list price.'),
  coupon_code: z.string().nullable(),
  coupon_discount: z
    .number()
    .nullable()
    .describe('Rupees: the coupon’s part of the discount. Null: none, or not known of older ones.'),
  bundle_id: z.string().nullable().describe('Null: a single course.'),
  status: paymentStatus,
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  razorpay_payment_id: z.string().nullable().describe('Null until a payment was captured.'),
  receipt_number: z.string().nullable().describe('Null: no receipt was issued (yet).'),
  invoice_number: z.string().nullable().describe('Null: no tax invoice was issued.'),
  credit_note_number: z.string().nullable().describe('The newest; null: none was issued.'),
  credit_note_numbers: z.array(z.string()).describe('All of them, oldest first.'),
  returned: z
    .number()
    .describe(
      'Rupees that went back so far of what was sold, in parts too: to the buyer or a bank.',
    ),
  refund: z
    .object({
      status: z.enum(['pending', 'processed', 'failed']),
      amount: z
        .number()
        .describe('Rupees. Pending: what is on its way. Processed: what went back in all.'),
    })
    .nullable(),
  can_refund: z.boolean().describe('The caller may ask for a refund of it now.'),
  refund_by_mail: z
    .boolean()
    .describe(
      'The guarantee holds, but the payment is too old for Razorpay: it is asked for by mail.',
    ),
}

export const payment = z.object(paymentFields).meta({ id: 'Payment' })
export type Payment = z.infer<typeof payment>

export const adminPayment = z
  .object({ ...paymentFields, user_name: z.string(), user_email: z.string() })
  .meta({ id: 'AdminPayment' })
export type AdminPayment = z.infer<typeof adminPayment>

export const createOrder = endpoint('POST /payment/create-order', {
  summary: 'An order for the checkout sheet; an open one is handed out again',
  access: 'learner',
  body: z
    .object({
      course_id: z.string().min(1).max(200).optional().describe('This or `bundle_id`.'),
      bundle_id: z.uuid().optional(),
      coupon: z.string().max(200).optional().describe('As it was typed.'),
      buyer_state: z
        .string()
        .max(100)
        .optional()
        .describe(
          'Where the academy has a GSTIN: two digits, two letters or the name. Asked once.',
        ),
      buyer_gstin: z
        .string()
        .max(30)
        .optional()
        .describe('Decides the State, and wants name and address. Blank: none.'),
      buyer_business_name: z
        .string()
        .max(200)
        .optional()
        .describe('Wanted beside a GSTIN. This and the next are kept for the next time.'),
      buyer_address: z
        .string()
        .max(500)
        .optional()
        .describe('Wanted beside a GSTIN, and of everybody from ₹50,000.'),
      statement: z
        .string()
        .regex(/^adult-\d{4}-\d\d$/)
        .optional()
        .describe('The wording by which the buyer read beside the button that who pays is 18.'),
    })
    .refine(({ course_id, bundle_id }) => (course_id === undefined) !== (bundle_id === undefined), {
      path: ['course_id'],
      message: msg('Please name a course or a bundle.'),
    }),
  answer: z.object({
    key: z.string().describe("The provider's public key id."),
    amount: z.int().describe('Paise, as the checkout takes it.'),
    currency: z.string(),
    order_id: z.string().describe('Empty where it is granted.'),
    course_title: z.string(),
    user_name: z.string(),
    user_email: z.string(),
    granted: z
      .boolean()
      .describe('There was nothing to pay: it is open, and there is no checkout.'),
  }),
  problems: [
    'course_not_found',
    'bundle_not_found',
    'course_already_owned',
    'child_cannot_buy',
    'coupon_unknown',
    'coupon_expired',
    'coupon_used_up',
    'coupon_not_for_this',
    'too_many_tries',
    'buyer_state_missing',
    'buyer_outside_india',
    'gstin_invalid',
    'buyer_details_missing',
    'provider_refused',
    'provider_unavailable',
  ],
})

export const verifyPayment = endpoint('POST /payment/verify', {
  summary: 'Settles what the browser brings back from the checkout; safe to repeat',
  access: 'learner',
  body: z.object({
    razorpay_order_id: z.string().min(1).max(100),
    razorpay_payment_id: z.string().min(1).max(100),
    razorpay_signature: z.string().min(1).max(200),
  }),
  answer: z.object({
    status: z.enum(['success', 'pending', 'refunded']),
    course_id: z.string(),
  }),
  problems: ['signature_wrong', 'payment_mismatch', 'provider_unavailable'],
})

export const listMyPayments = endpoint('GET /my-payments', {
  summary: "The caller's payments, newest first",
  access: 'learner',
  isOpenToViews: false,
  answer: z.array(payment),
})

const paymentParams = z.object({ payment_id: z.uuid() })

export const getReceipt = endpoint('GET /my-payments/:payment_id/receipt', {
  summary: "The numbered receipt of one of the caller's payments",
  access: 'learner',
  isOpenToViews: false,
  params: paymentParams,
  answer: z.object({
    receipt_number: z.string(),
    pdf_data: z.string().describe('PDF in base64.'),
    download_filename: z.string(),
  }),
  problems: ['payment_not_found'],
})

export const refundMyPayment = endpoint('POST /my-payments/:payment_id/refund', {
  summary: 'Gives a payment back within the money-back guarantee, and closes its course',
  access: 'learner',
  params: paymentParams,
  answer: z.object({ message: z.string() }),
  problems: ['payment_not_found', 'refund_not_possible', 'refund_window_over', 'refund_too_old'],
})
