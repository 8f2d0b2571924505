import { afterEach, expect, test, vi } from 'vitest'
import { runServiceWorker } from './run-service-worker.ts'

afterEach(() => vi.unstubAllGlobals())

const origin = 'https://academy.test'

/** A worker without a network: what it keeps at first, and what it shows somebody who goes to an address. */
function startWorker(prefixes: string[], openedAt = '/') {
  const heard = new Map<string, (event: object) => void>()
  const kept: string[] = []
  const cache = {
    add: async ({ url }: Request) => kept.push(new URL(url).pathname),
  }
  vi.stubGlobal('location', { origin })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init?: RequestInit) {
        super(origin + path, init)
      }
    },
  )
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (path: string) => (kept.includes(path) ? new Response(path) : undefined),
  })
  vi.stubGlobal('self', {
    clients: { matchAll: async () => [{ url: origin + openedAt }] },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, hear: (event: object) => void) => heard.set(type, hear),
  })
  runServiceWorker('1', prefixes)
  return {
    kept,
    install: async () => {
      let work: Promise<unknown> | undefined
      heard.get('install')?.({ waitUntil: (given: Promise<unknown>) => (work = given) })
      await work
    },
    /** Null: left to the browser. */
    goTo: async (path: string) => {
      let answer: Promise<Response> | null = null
      const request = { mode: 'navigate', method: 'GET', url: origin + path }
      const waits: Promise<unknown>[] = []
      heard.get('fetch')?.({
        request,
        respondWith: (given: Promise<Response>) => (answer = given),
        waitUntil: (work: Promise<unknown>) => waits.push(work),
      })
      await Promise.all(waits)
      return answer === null ? null : (await (answer as Promise<Response>)).text()
    },
  }
}

test('who reads English is sent the offline page in no other language', async () => {
  const worker = startWorker(['/hi', '/ta'], '/hints')
  await worker.install()

  expect(worker.kept).toEqual(['/offline'])
})

test('without a network an address shows the offline page of its own language', async () => {
  const worker = startWorker(['/hi', '/ta'], '/hi/courses')
  await worker.install()
  expect(worker.kept).toEqual(['/offline', '/hi/offline'])
  await worker.goTo('/ta')

  expect(worker.kept).toEqual(['/offline', '/hi/offline', '/ta/offline'])
  expect(await worker.goTo('/course/reels')).toBe('/offline')
  expect(await worker.goTo('/hints')).toBe('/offline')
  expect(await worker.goTo('/hi')).toBe('/hi/offline')
  expect(await worker.goTo('/hi/course/reels')).toBe('/hi/offline')
  expect(await worker.goTo('/ta/my-courses')).toBe('/ta/offline')
})

test('the way back from a payment is left alone in every language', async () => {
  const worker = startWorker(['/hi'])
  await worker.install()

  expect(await worker.goTo('/payment-success?payment_id=pay_1')).toBeNull()
  expect(await worker.goTo('/hi/payment-success?payment_id=pay_1')).toBeNull()
  expect(await worker.goTo('/hi/course/reels?payment=failed')).toBeNull()
  expect(await worker.goTo('/api/courses')).toBeNull()
})
