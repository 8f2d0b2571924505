import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { drawQrCode } from './draw-qr-code.ts'

test('a drawn code has the dark modules of the encoded address, each once', () => {
  const address = 'https://academy.example/verify/KA-7F3Q-9XWM'

  const svg = drawQrCode(address, '#000000')

  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map((match) => match.slice(1).map(Number))
  const drawn = runs.flatMap(([x = 0, y = 0, length = 0]) =>
    Array.from({ length }, (_, step) => `${x + step} ${y}`),
  )
  const { data } = encode(address, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  expect(drawn).toEqual(dark)
})
