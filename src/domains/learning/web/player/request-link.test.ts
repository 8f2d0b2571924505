import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestLink } from './request-link.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a film is asked for again and again while the academy is away, ever more slowly', async () => {
  const asked: number[] = []
  const begun = Date.now()
  const found = vi.fn<(url: string | null) => void>()
  const unreachable = vi.fn<() => void>()
  void requestLink({
    renewUrl: async () => {
      asked.push((Date.now() - begun) / 1000)
      if (asked.length < 8) throw new Error('away')
      return '/media/fresh.mp4'
    },
    signal: new AbortController().signal,
    onUnreachable: unreachable,
    network: new EventTarget(),
  }).then(found)

  await vi.advanceTimersByTimeAsync(70_000)

  expect(asked).toEqual([0, 1, 3, 7, 15, 30, 45, 60])
  expect(found).toHaveBeenCalledWith('/media/fresh.mp4')
  expect(unreachable).toHaveBeenCalledOnce()
})

test('a network that comes back is used at once', async () => {
  const network = new EventTarget()
  let isAway = true
  const found = vi.fn<(url: string | null) => void>()
  void requestLink({
    renewUrl: async () => {
      if (isAway) throw new Error('away')
      return '/media/fresh.mp4'
    },
    signal: new AbortController().signal,
    onUnreachable: () => undefined,
    network,
  }).then(found)
  await vi.advanceTimersByTimeAsync(3_500)

  isAway = false
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)

  expect(found).toHaveBeenCalledWith('/media/fresh.mp4')
})

test('a learner who leaves ends the questions, and no timer is left', async () => {
  const leaving = new AbortController()
  const found = vi.fn<(url: string | null) => void>()
  const renewUrl = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('away')))
  void requestLink({
    renewUrl,
    signal: leaving.signal,
    onUnreachable: () => undefined,
    network: new EventTarget(),
  }).then(found)
  await vi.advanceTimersByTimeAsync(1_500)

  leaving.abort()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(found).toHaveBeenCalledWith(null)
  expect(renewUrl).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})
