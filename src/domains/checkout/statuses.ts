/** Words of state, each list once: tables, contract, rules and screens take them from here. */

export const orderStatuses = ['pending', 'completed', 'failed', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Those of Razorpay's payments that we know; it may add others. */
export const razorpayPaymentStatuses = [
  'created',
  'authorized',
  'captured',
  'refunded',
  'failed',
] as const
export type RazorpayPaymentStatus = (typeof razorpayPaymentStatuses)[number]

export const refundStatuses = ['intended', 'pending', 'processed', 'failed'] as const

export const refundCauses = [
  'duplicate',
  'requested',
  'administrator',
  'mismatch',
  'provider',
  'dispute',
  'coupon',
  'erased',
] as const
export type RefundCause = (typeof refundCauses)[number]

/** Who told us of what changes an order. */
export const updateSources = [
  'academy',
  'browser',
  'webhook',
  'provider',
  'administrator',
  'learner',
] as const
export type UpdateSource = (typeof updateSources)[number]
