import { expect, test } from 'vitest'
import { rupeesInWords } from './rupees-in-words.ts'

test.each([
  [0, 'Zero rupees only'],
  [1, 'One paise only'],
  [50, 'Fifty paise only'],
  [100, 'One rupee only'],
  [499900, 'Four thousand nine hundred ninety-nine rupees only'],
  [499950, 'Four thousand nine hundred ninety-nine rupees and fifty paise only'],
  [10_000_000, 'One lakh rupees only'],
  [
    1_234_567_850,
    'One crore twenty-three lakh forty-five thousand six hundred seventy-eight rupees and fifty paise only',
  ],
  [100_000_000_000, 'One hundred crore rupees only'],
  [2_001_100, 'Twenty thousand eleven rupees only'],
])('%i paise read as "%s"', (amountInPaise, words) => {
  expect(rupeesInWords(amountInPaise)).toBe(words)
})

test.each([-1, 0.5, Number.NaN])('%f is not an amount', (amountInPaise) => {
  expect(() => rupeesInWords(amountInPaise)).toThrow(RangeError)
})
