import type { Payment } from '../contract.ts'

/** What is meant where an answer does not say it: the specification names fewer fields than the contract. */
const unsaid = {
  list_price: 0,
  discount: 0,
  coupon_code: null,
  coupon_discount: null,
  bundle_id: null,
  completed_at: null,
  razorpay_payment_id: null,
  receipt_number: null,
  invoice_number: null,
  credit_note_number: null,
  credit_note_numbers: [],
  returned: 0,
  refund: null,
  can_refund: false,
  refund_by_mail: false,
} satisfies Partial<Payment>

/** A payment with all that screens read of one. */
export function fillInPayment<Said extends Payment>(payment: Said): Said {
  return { ...unsaid, ...payment }
}
