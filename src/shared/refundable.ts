import { msg } from './i18n/translate.ts'

const refundableInDays = 180

/** Razorpay gives nothing back of a payment that is older. Null: not paid yet. */
export function isTooOldToRefund(completedAt: Date | string | null): boolean {
  if (completedAt === null) return false
  return Date.now() - new Date(completedAt).getTime() > refundableInDays * 86_400_000
}

export const tooOldToRefund = msg(
  'Razorpay gives nothing back of a payment that is older than 180 days. It has to go back in another way.',
)
