import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPaise, formatRupees, printPaise, toPaise, toRupees, writePaise } from './money.ts'

test('an amount is written as its reader needs it', () => {
  expect([formatRupees(4999), formatRupees(499.5)]).toEqual(['₹4,999', '₹499.50'])
  expect([formatPaise(12_345_600), formatPaise(5)]).toEqual(['₹1,23,456', '₹0.05'])
  expect([printPaise(499_900), printPaise(-5)]).toEqual(['₹4,999.00', '-₹0.05'])
})

test('no amount changes on its way to the wire, to a file and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (paise) => {
      expect(toPaise(toRupees(paise))).toBe(paise)
      expect(writePaise(paise)).toBe((paise / 100).toFixed(2))
      expect(writePaise(BigInt(paise))).toBe(writePaise(paise))
    }),
  )
})
