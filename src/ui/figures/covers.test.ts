import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseCover, crops, figureCount, paletteCount } from './choose-cover.ts'

describe('the drawn cover of a course', () => {
  test('is always the same for the same course, and one that exists', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const { palette, figure, viewBox } = chooseCover(id)

        expect(chooseCover(id)).toEqual({ palette, figure, viewBox })
        expect(palette).toBeOneOf(Array.from({ length: paletteCount }, (_, at) => at))
        expect(figure).toBeOneOf(Array.from({ length: figureCount }, (_, at) => at))
        expect(viewBox).toBeOneOf([...crops])
      }),
    )
  })

  test('is unlike most others, even where ids differ by a character', () => {
    const looks = Array.from({ length: 40 }, (_, at) =>
      JSON.stringify(chooseCover(`ai-reels-${at}`)),
    )

    expect(new Set(looks).size).toBeGreaterThan(32)
    for (const pick of ['palette', 'figure'] as const) {
      const used = Array.from({ length: 40 }, (_, at) => chooseCover(`ai-reels-${at}`)[pick])
      expect(new Set(used).size).toBe(8)
    }
  })
})

test('the file has every figure that a cover may refer to', () => {
  const figures = readFileSync(
    new URL('../../../public/cover-figures.svg', import.meta.url),
    'utf8',
  )
  const ids = [...figures.matchAll(/id="(\w+)"/g)].map(([, id]) => id)

  expect(ids).toEqual(Array.from({ length: figureCount }, (_, at) => `f${at}`))
})

describe.each(['light', 'dark'])('on %s paper', (theme) => {
  test.each(Array.from({ length: paletteCount }, (_, at) => at))(
    'the lines of palette %i stand out from their ground',
    (palette) => {
      const { ground, line, accent } = readPalette(palette, theme)

      expect(contrast(ground, line)).toBeGreaterThan(3)
      expect(contrast(ground, accent)).toBeGreaterThan(1.4)
    },
  )
})

/** As the stylesheet says; what a palette leaves out is the first one's. */
function readPalette(palette: number, theme: string) {
  const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')
  const rules = ['[data-palette]', `[data-palette="${palette}"]`]
    .filter((selector) => palette > 0 || selector === '[data-palette]')
    .map((selector) => css.slice(css.indexOf(`${selector} {`)).split('}')[0]!)
  const colourOf = (name: string) => {
    const found = rules.map((rule) =>
      new RegExp(`--cover-${name}: (?:light-dark\\()?(#\\w+)(?:, (#\\w+))?`).exec(rule),
    )
    const [, light, dark = light] = found.findLast((match) => match !== null)!
    return theme === 'light' ? light! : dark!
  }
  return { ground: colourOf('ground'), line: colourOf('line'), accent: colourOf('accent') }
}

/** By WCAG 2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
