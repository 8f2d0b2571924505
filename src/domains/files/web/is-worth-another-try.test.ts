import type { HttpRequest, HttpResponse } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { isWorthAnotherTry } from './is-worth-another-try.ts'

afterEach(() => vi.unstubAllGlobals())

function decide(method: string, status: number | null, { onLine = true } = {}): boolean {
  vi.stubGlobal('navigator', { onLine })
  return isWorthAnotherTry({
    originalRequest: { getMethod: () => method } as HttpRequest, // only what is read of it
    originalResponse: status === null ? null : ({ getStatus: () => status } as HttpResponse), // as above
  })
}

test('an upload that is refused when it begins is not tried again; one that is behind goes on', () => {
  expect(decide('POST', 409)).toBe(false)
  expect(decide('PATCH', 409)).toBe(true)
  expect(decide('HEAD', 423)).toBe(true)
})

test.each([400, 401, 403, 404, 413, 415, 429])('nor is one that is answered %i', (status) => {
  expect(decide('POST', status)).toBe(false)
  expect(decide('PATCH', status)).toBe(false)
})

test('what the line or the academy lost is tried again, but not without a network', () => {
  for (const status of [null, 500, 502]) {
    expect(decide('PATCH', status)).toBe(true)
    expect(decide('PATCH', status, { onLine: false })).toBe(false)
  }
})
