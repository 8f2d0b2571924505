import { describe, expect, it } from 'vitest'
import { samplePayment } from '../../../../tests/support/sample-payment.ts'
import type { Payment } from '../contract.ts'
import { findPayment } from './find-payment.ts'

const paid: Payment = {
  ...samplePayment,
  created_at: '2026-11-21T05:00:00Z',
  completed_at: '2026-11-21T05:01:00Z',
  receipt_number: 'KA/1',
  can_refund: true,
}
const waiting: Payment = {
  ...paid,
  id: '2',
  status: 'pending',
  completed_at: null,
  razorpay_payment_id: null,
}

describe('the payment a confirmation is about', () => {
  it('is the one with its id, whichever course the address names', () => {
    expect(findPayment([waiting, paid], { razorpayPaymentId: 'pay_1', courseId: 'other' })).toBe(
      paid,
    )
  })

  it('is the undecided one of the course while the bank has not confirmed it', () => {
    expect(findPayment([waiting, paid], { razorpayPaymentId: 'pay_2', courseId: 'reels' })).toBe(
      waiting,
    )
  })

  it('is none where the list knows neither', () => {
    expect(
      findPayment([waiting, paid], { razorpayPaymentId: 'pay_2', courseId: 'other' }),
    ).toBeNull()
  })
})
