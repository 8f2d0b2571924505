import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveThemes } from './derive-theme.ts'
import { deliveredLook, neutralKinds } from './look.ts'
import { contrast, toHex, toOklch } from './oklch.ts'
import { pairs, type Theme, tokens } from './pairs.ts'

const extremes = ['#000000', '#ffffff', '#e6ff00', '#777777', '#0000ff', '#00ff00', '#ff0000']
const anyColour = fc.oneof(
  fc.constantFrom(...extremes),
  fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`),
)
const anyLook = fc.record({
  colour: anyColour,
  second: fc.option(anyColour),
  neutrals: fc.constantFrom(...neutralKinds),
})

describe('whatever colours an owner chooses', () => {
  test('every text and every edge can be seen on its ground, in both themes', () => {
    fc.assert(
      fc.property(anyLook, (chosen) => {
        const { light, dark, film } = deriveThemes({ ...deliveredLook, ...chosen })
        expect([...listTooWeak(light), ...listTooWeak(dark)]).toEqual([])
        // The bar of a player has no words beside it.
        expect(contrast(film.fill, '#000000')).toBeGreaterThanOrEqual(3)
        expect(contrast(film.fill, film.words)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 400 },
    )
  })

  test('a colour that can be read is used as it was chosen, and nothing is said', () => {
    const { light, mended } = deriveThemes({
      ...deliveredLook,
      colour: '#0f766e',
      second: '#9f1239',
    })

    expect([light.marigold, light.rani]).toEqual(['#0f766e', '#9f1239'])
    expect(mended.filter((sentence) => sentence.includes('light page'))).toEqual([])
  })

  test('a neon yellow is told to be too light for text', () => {
    const { mended } = deriveThemes({ ...deliveredLook, colour: '#e6ff00' })

    expect(mended).toContain(
      'Your yellow is too light for text on a light page: words and small marks use a darker one.',
    )
  })
})

test('every hex colour is the same after it was taken to OKLCH and back', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      expect(toHex(toOklch(colour))).toBe(colour)
    }),
  )
})

describe('the list of what stands on what', () => {
  const css = readFileSync('src/ui/tokens.css', 'utf8')
  const inTokens = [...css.matchAll(/--color-([\w-]+): (?:light-dark\(|#)/g)].map(
    ([, name = '']) => name,
  )

  test('has each colour that the kit knows, and the theme sets it', () => {
    const listed = new Set<string>(pairs.flatMap(({ on, tokens }) => [...on, ...tokens]))
    // Black and white over films, in every look.
    const known = inTokens.filter((name) => !name.endsWith('scrim'))

    expect(known.filter((name) => !listed.has(name))).toEqual([])
    expect([...listed].sort()).toEqual([...tokens].sort())
    const { light } = deriveThemes({ ...deliveredLook, colour: '#0f766e' })
    expect(Object.keys(light).sort()).toEqual([...tokens].sort())
  })
})

function listTooWeak(theme: Theme): string[] {
  return pairs.flatMap(({ on, tokens, needs }) =>
    on.flatMap((ground) =>
      tokens
        .filter((token) => contrast(theme[token], theme[ground]) < needs)
        .map((token) => `${token} on ${ground}: ${contrast(theme[token], theme[ground])}`),
    ),
  )
}
