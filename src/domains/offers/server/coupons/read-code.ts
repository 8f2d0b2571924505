import { couponCode } from '../../coupons/coupon-input.ts'

/** A code as it was typed, as it is kept; null where none was. What can be none is one of nobody. */
export function readCode(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null
  return couponCode.safeParse(typed).data ?? 'NO SUCH CODE'
}
