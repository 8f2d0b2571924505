import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenText } from './shorten-text.ts'

test('a short description stays as it is', () => {
  expect(shortenText('From idea to reel.')).toBe('From idea to reel.')
})

test('a long one ends after a whole word', () => {
  expect(shortenText('a single idea '.repeat(100))).toMatch(
    /^(a single idea )+(a|a single|a single idea)…$/,
  )
})

test('no description grows, breaks a character or passes what a card holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (description) => {
      const short = shortenText(description)

      expect(short.length).toBeLessThanOrEqual(221)
      expect(short.isWellFormed()).toBe(true)
      expect(description.startsWith(short.replace(/…$/, ''))).toBe(true)
    }),
  )
})
