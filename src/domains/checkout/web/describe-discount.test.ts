import { expect, test } from 'vitest'
import { describeDiscount } from './describe-discount.ts'

const discount = { discount: 4600, list_price: 10_000, coupon_code: 'TEN', coupon_discount: null }

test.each([
  ['without a coupon', { coupon_code: null }, '₹4,600 off ₹10,000'],
  ['before its part was kept', {}, '₹4,600 off ₹10,000 (coupon TEN)'],
  ['by a coupon alone', { coupon_discount: 4600 }, '₹4,600 off ₹10,000 (coupon TEN)'],
  [
    'by a coupon and a launch price',
    { coupon_discount: 600 },
    '₹4,600 off ₹10,000 (₹600 by the coupon TEN)',
  ],
])('what was taken off %s is told as it was', (_, changes, said) => {
  expect(describeDiscount({ ...discount, ...changes })).toBe(said)
})
