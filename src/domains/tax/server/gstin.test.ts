import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCharacterOf, readGstin } from './gstin.ts'
import { findState, indianStates } from './indian-states.ts'

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', ' 27 aapfu-0939f 1zv '])(
  '%s is a GSTIN',
  (typed) => {
    expect(readGstin(typed)).toMatchObject({ stateCode: typed.trim().slice(0, 2) })
  },
)

test.each([
  ['27AAPFU0939F1Z', /15 characters/],
  ['27AAPFU0939F1AA', /15 characters/],
  ['27AAPFU0939F1ZO', /last character/],
  ['369296450896540', /15 characters/],
  [`99AAPFU0939F1Z${checkCharacterOf('99AAPFU0939F1Z')}`, /No State/],
  ['', /15 characters/],
])('%s is none', (typed, problem) => {
  expect(readGstin(typed)).toMatchObject({ problem: expect.stringMatching(problem) })
})

/** Shaped as a GSTIN, its check character right. */
const gstin = fc
  .tuple(
    fc.constantFrom(...indianStates.map(({ code }) => code)),
    fc.stringMatching(/^[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z$/),
  )
  .map(([code, rest]) => `${code}${rest}${checkCharacterOf(`${code}${rest}`)}`)

test('one wrong character is always found', () => {
  fc.assert(
    fc.property(
      gstin,
      fc.nat(14),
      fc.constantFrom(...Array.from('0123456789ABCXYZ')),
      (right, at, other) => {
        const wrong = `${right.slice(0, at)}${other}${right.slice(at + 1)}`
        expect('gstin' in readGstin(right)).toBe(true)
        expect('gstin' in readGstin(wrong)).toBe(wrong === right)
      },
    ),
  )
})

test('a State is known by its code, letters and name, however they are written', () => {
  for (const words of ['29', 'ka', 'KARNATAKA', ' Karna-taka ']) {
    expect(findState(words)?.code).toBe('29')
  }
  expect(findState('Jammu & Kashmir')?.code).toBe('01')
  expect(findState('DAMAN AND DIU')?.isWithoutLegislature).toBe(true)
  expect(findState('Delhi')?.isWithoutLegislature).toBeUndefined()
  expect(findState('Texas')).toBeUndefined()
  expect(findState('')).toBeUndefined()
  expect(new Set(indianStates.map(({ code }) => code)).size).toBe(37)
})
