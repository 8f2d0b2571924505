import { expect, test } from 'vitest'
import { readSourceFiles } from './support/read-imports.ts'

/** Whose caller must give the size together with the address. */
const isGivenItsSize = /\{\.\.\.picture\}/

test('nothing moves when a picture arrives: each says its width and height', () => {
  const pictures = readSourceFiles().flatMap(({ path, text }) =>
    [...text.matchAll(/<img\s+(?:\w+=|\{)[^]*?\/>/g)].map(([element]) => ({ path, element })),
  )

  expect(pictures.length).toBeGreaterThan(10)
  const withoutSize = pictures.filter(
    ({ element }) =>
      !isGivenItsSize.test(element) && !(/\swidth=/.test(element) && /\sheight=/.test(element)),
  )
  expect(withoutSize.map(({ path }) => path)).toEqual([])
})
