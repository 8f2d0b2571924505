import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [1, '0.1 kB'],
  [1234, '1.2 kB'],
  [9960, '10 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [1_234_567, '1.2 MB'],
  [209_715_200, '210 MB'],
  [21_474_836_480, '21 GB'],
])('%d bytes are told as %s', (size, text) => {
  expect(formatSize(size)).toBe(text)
})
