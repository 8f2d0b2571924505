import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareTaxable, splitTax } from './split-tax.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000_00 })
const runs = { numRuns: 5000 }

test('the offer’s price splits as an accountant writes it', () => {
  expect(splitTax(499_900, false)).toMatchObject({ taxableInPaise: 423_644, igstInPaise: 76_256 })
  expect(splitTax(499_900, true)).toMatchObject({
    taxableInPaise: 423_644,
    cgstInPaise: 38_128,
    sgstInPaise: 38_128,
  })
  // An odd tax: 181 − 153 = 28 is even, 179 − 152 = 27 is not.
  expect(splitTax(179, true)).toMatchObject({
    taxableInPaise: 153,
    cgstInPaise: 13,
    sgstInPaise: 13,
  })
  expect(splitTax(179, false)).toMatchObject({ taxableInPaise: 152, igstInPaise: 27 })
})

test('taxable value and taxes are the price to the paisa, and both halves are equal', () => {
  fc.assert(
    fc.property(amount, fc.boolean(), (amountInPaise, isWithinState) => {
      const { taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise } = splitTax(
        amountInPaise,
        isWithinState,
      )
      expect(taxableInPaise + cgstInPaise + sgstInPaise + igstInPaise).toBe(amountInPaise)
      expect(cgstInPaise).toBe(sgstInPaise)
      expect(isWithinState ? igstInPaise : cgstInPaise).toBe(0)
      // Never a paisa and a half from eighteen per cent: 118 × taxable against 100 × price.
      expect(Math.abs(taxableInPaise * 118 - amountInPaise * 100)).toBeLessThanOrEqual(
        isWithinState ? 177 : 59,
      )
    }),
    runs,
  )
})

test('the lines of a bundle sum to its taxable value, and none is more than its price', () => {
  const lines = fc.array(fc.record({ amountInPaise: fc.nat(10_000_000) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(lines, fc.boolean(), (parts, isWithinState) => {
      const total = parts.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0)
      const { taxableInPaise } = splitTax(total, isWithinState)
      const shared = shareTaxable(parts, taxableInPaise)
      expect(shared.reduce((sum, line) => sum + line.taxableInPaise, 0)).toBe(taxableInPaise)
      for (const line of shared) {
        expect(line.taxableInPaise).toBeGreaterThanOrEqual(0)
        expect(line.taxableInPaise).toBeLessThanOrEqual(line.amountInPaise)
      }
    }),
    runs,
  )
})
