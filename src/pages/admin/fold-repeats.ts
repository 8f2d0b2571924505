import type { AdminPayment } from '../../domains/checkout/contract.ts'

export interface FoldedPayment {
  payment: AdminPayment
  /** Failed ones of the same learner for the same course or bundle, in the order of the list. */
  earlierTries: AdminPayment[]
}

/**
 * One entry for who tried again and again: failed payments stand under the newest of the same
 * learner and course or bundle. What is paid, pending or refunded is never folded.
 */
export function foldRepeats(payments: readonly AdminPayment[]): FoldedPayment[] {
  const newest = new Map<string, AdminPayment>()
  for (const payment of payments) {
    const present = newest.get(purposeOf(payment))
    if (!present || payment.created_at > present.created_at) {
      newest.set(purposeOf(payment), payment)
    }
  }
  const isFolded = (payment: AdminPayment) =>
    payment.status === 'failed' && newest.get(purposeOf(payment)) !== payment
  return payments
    .filter((payment) => !isFolded(payment))
    .map((payment) => ({
      payment,
      earlierTries:
        newest.get(purposeOf(payment)) === payment
          ? payments.filter((one) => isFolded(one) && purposeOf(one) === purposeOf(payment))
          : [],
    }))
}

function purposeOf({ user_email, bundle_id, course_id }: AdminPayment): string {
  return `${user_email} ${bundle_id ?? course_id}`
}
