import type { Payment } from '../contract.ts'

/**
 * The payment that a confirmation is about. One that the bank has not confirmed has no id of the
 * provider yet: then it is the undecided payment of the same course. Null if neither is there.
 */
export function findPayment(
  payments: readonly Payment[],
  { razorpayPaymentId, courseId }: { razorpayPaymentId: string; courseId: string },
): Payment | null {
  return (
    payments.find((payment) => payment.razorpay_payment_id === razorpayPaymentId) ??
    payments.find(
      (payment) =>
        payment.course_id === courseId &&
        payment.status === 'pending' &&
        payment.razorpay_payment_id === null,
    ) ??
    null
  )
}
