import { vi } from 'vitest'

/** By itself a second, which is soon over on a busy machine; there is no setting for it. */
const timeoutInMs = 60_000

const { waitFor, waitUntil } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(callback, { timeout: timeoutInMs, ...given })
  }
  vi.waitUntil = function waitUntilPatiently(callback, options) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitUntil(callback, { timeout: timeoutInMs, ...given })
  }
}
