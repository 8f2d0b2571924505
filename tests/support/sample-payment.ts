import type { Payment } from '../../src/domains/checkout/contract.ts'

/** A course that was paid for, as an answer tells it. */
export const samplePayment: Payment = {
  id: '1',
  course_id: 'reels',
  course_title: 'Reels',
  amount: 4999,
  list_price: 4999,
  discount: 0,
  coupon_code: null,
  coupon_discount: null,
  bundle_id: null,
  status: 'completed',
  created_at: '2026-11-20T10:00:00.000Z',
  completed_at: '2026-11-20T10:01:00.000Z',
  razorpay_payment_id: 'pay_1',
  receipt_number: null,
  invoice_number: null,
  credit_note_number: null,
  credit_note_numbers: [],
  returned: 0,
  refund: null,
  can_refund: false,
  refund_by_mail: false,
}
