import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnyNumber, readNumber } from './read-number.ts'

test.each([
  ['1,00,000', 100_000],
  ['1,23,45,678.5', 12_345_678.5],
  ['100,000', 100_000],
  ['1 00 000', 100_000],
  ['१,००,०००', 100_000],
  ['১২.৫', 12.5],
  ['௫', 5],
  ['1,000', 1000],
  ['−4', -4],
  ['- 4', -4],
  ['+4.', 4],
  ['.5', 0.5],
  ['2e3', 2000],
  ['', null],
  ['1,00', null],
  ['1,00,00', null],
  ['1,0000', null],
  ['100,00,000', null],
  ['1,00,000,000', null],
  ['four', null],
  ['1,2,3', null],
  ['1.2.3', null],
  ['Infinity', null],
  ['0x10', null],
])('%j is read as %j', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test.each([
  ['3,5', 3.5],
  ['-3,50', -3.5],
  ['1,000', 1000],
  ['1,00,000', 100_000],
  ['1,2,3', null],
])('an answer of a learner, %j, is read as %j', (text, number) => {
  expect(readAnyNumber(text)).toBe(number)
})

test('every number is read as it was written, plain or in Indian groups', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(readNumber(String(number))).toBe(number === 0 ? 0 : number)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (number) => {
      expect(readNumber(number.toLocaleString('en-IN'))).toBe(number)
      expect(readNumber(number.toLocaleString('hi-IN-u-nu-deva'))).toBe(number)
    }),
  )
})
