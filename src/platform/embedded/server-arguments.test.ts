import { expect, test } from 'vitest'
import { sharedBuffersInMegabytes } from './server-arguments.ts'

const gigabyte = 2 ** 30

test.each([
  [0.25 * gigabyte, 64],
  [1 * gigabyte, 128],
  [4 * gigabyte, 512],
  [64 * gigabyte, 2_048],
])('with %d bytes of memory the database keeps %d MB of pages', (memory, megabytes) => {
  expect(sharedBuffersInMegabytes(memory)).toBe(megabytes)
})
