import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOffer, shareAmount } from './price-offer.ts'

const price = fc.integer({ min: 100, max: 50_000_000 })
const coupon = fc.oneof(
  fc.record({ percentOff: fc.integer({ min: 1, max: 100 }), amountOffInPaise: fc.constant(null) }),
  fc.record({
    percentOff: fc.constant(null),
    amountOffInPaise: fc.integer({ min: 1, max: 60_000_000 }),
  }),
)

test('whatever the coupon, the sums agree, nothing is negative and no part of a paisa is kept', () => {
  fc.assert(
    fc.property(price, price, coupon, (one, other, coupon) => {
      const [list, today] = [Math.max(one, other), Math.min(one, other)]
      const priced = priceOffer(list, today, coupon)

      expect(priced.amountInPaise).toBe(list - priced.discountInPaise)
      expect(priced.amountInPaise).toBe(today - priced.couponDiscountInPaise)
      expect(Number.isInteger(priced.amountInPaise)).toBe(true)
      expect(priced.amountInPaise === 0 || priced.amountInPaise >= 100).toBe(true)
      const exact =
        coupon.percentOff === null
          ? today - coupon.amountOffInPaise
          : (today * (100 - coupon.percentOff)) / 100
      expect(priced.amountInPaise).toBeLessThanOrEqual(Math.max(exact, 0))
      expect(priced.amountInPaise).toBeGreaterThan(exact >= 101 ? exact - 1 : -1)
    }),
  )
})

test('without an offer the list price is paid', () => {
  expect(priceOffer(499_900, 499_900, null)).toEqual({
    listPriceInPaise: 499_900,
    couponDiscountInPaise: 0,
    discountInPaise: 0,
    amountInPaise: 499_900,
  })
})

test('less than Razorpay takes is given away', () => {
  const leave = (amountOffInPaise: number) =>
    priceOffer(500, 500, { percentOff: null, amountOffInPaise }).amountInPaise

  expect([400, 401, 499, 500, 9_000].map(leave)).toEqual([100, 0, 0, 0, 0])
})

test('shares of an amount sum to it exactly, each less than a paisa from its proportion', () => {
  const prices = fc.array(price, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000_000 }), prices, (amount, prices) => {
      const shares = shareAmount(amount, prices)

      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      const whole = prices.reduce((sum, price) => sum + price, 0)
      for (const [index, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(Math.abs(share - (amount * (prices[index] ?? 0)) / whole)).toBeLessThan(1.001)
      }
    }),
  )
})
