import { expect, test } from 'vitest'
import { serverArguments, sharedBuffersInMegabytes } from './server-arguments.ts'

const gigabyte = 2 ** 30

test.each([
  [0.25 * gigabyte, 64],
  [1 * gigabyte, 128],
  [4 * gigabyte, 512],
  [64 * gigabyte, 2_048],
])('with %d bytes of memory the database keeps %d MB of pages', (memory, megabytes) => {
  expect(sharedBuffersInMegabytes(memory)).toBe(megabytes)
})

test('twenty workers find connections, also while the next version takes over from them', () => {
  const place = { dataDir: '/data', home: '/data', clusterDir: '/data/postgres', socketDir: '/tmp' }
  const settings = serverArguments({ ...place, runAs: null }, true).join('\n')
  const connections = Number(/max_connections=(\d+)/.exec(settings)?.[1])

  const [ofOneWorker, ofTheFirstProcess, keptForSuperusers] = [11, 13, 3]
  expect(connections - keptForSuperusers).toBeGreaterThanOrEqual(
    2 * (20 * ofOneWorker + ofTheFirstProcess),
  )
})
