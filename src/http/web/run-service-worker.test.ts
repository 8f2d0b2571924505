import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  chunkInBytes,
  countChunks,
  encryptChunk,
  importKey,
} from '../../domains/learning/web/offline/encrypt-chunk.ts'
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
    /** Where it leads, or what it shows. Null: left to the browser. */
    goTo: async (path: string, { mode = 'navigate', clientId = '' } = {}) => {
      let answer: Promise<Response> | null = null
      const request = { mode, method: 'GET', url: origin + path }
      const waits: Promise<unknown>[] = []
      heard.get('fetch')?.({
        request,
        clientId,
        respondWith: (given: Promise<Response>) => (answer = given),
        waitUntil: (work: Promise<unknown>) => waits.push(work),
      })
      await Promise.all(waits)
      if (answer === null) return null
      const given = await (answer as Promise<Response>)
      return given.headers.get('location') ?? given.text()
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

test('kept lessons are found from pages of any language, in the one in which they were kept', async () => {
  const worker = startWorker(['/hi', '/ta'])
  await worker.install()
  worker.kept.push('/hi/my-courses')

  const there = `${origin}/hi/my-courses?tab=kept&lesson=reels`
  expect(await worker.goTo('/my-courses?tab=kept&lesson=reels')).toBe(there)
  expect(await worker.goTo('/ta/my-courses?tab=kept&lesson=reels')).toBe(there)
  expect(await worker.goTo('/hi/my-courses?tab=kept&lesson=reels')).toBe('/hi/my-courses')
  expect(await worker.goTo('/my-courses')).toBe('/offline')
})

test('on a network that carries nothing kept lessons come from the device, and no other page does', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const worker = startWorker([])
  await worker.install()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const shown: unknown[] = []
  const open = (path: string) => void worker.goTo(path).then((page) => shown.push(page))
  open('/my-courses?tab=kept')
  await vi.advanceTimersByTimeAsync(60_000)
  // Nothing is kept.
  expect(shown).toEqual([])

  worker.kept.push('/my-courses')
  for (const path of ['/my-courses?tab=kept', '/my-courses']) open(path)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(shown).toEqual(['/my-courses'])
})

test('the way back from a payment is left alone in every language', async () => {
  const worker = startWorker(['/hi'])
  await worker.install()

  expect(await worker.goTo('/payment-success?payment_id=pay_1')).toBeNull()
  expect(await worker.goTo('/hi/payment-success?payment_id=pay_1')).toBeNull()
  expect(await worker.goTo('/hi/course/reels?payment=failed')).toBeNull()
  expect(await worker.goTo('/api/courses')).toBeNull()
})

test('any part of a kept film is played from its chunks, byte by byte', async () => {
  const film = crypto.getRandomValues(new Uint8Array(50_000)).slice()
  const size = 2 * chunkInBytes + film.length
  const whole = new Uint8Array(size)
  for (let at = 0; at < size; at += film.length) whole.set(film.subarray(0, size - at), at)
  const { play } = await keepInWorker(whole)
  const edges = [0, 1, chunkInBytes - 1, chunkInBytes, 2 * chunkInBytes, size - 1]

  for (const from of edges) {
    for (const to of edges.filter((edge) => edge >= from)) {
      const answer = await play(`bytes=${from}-${to}`)
      expect(answer.status).toBe(206)
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${size}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(whole.subarray(from, to + 1))).toBe(true)
    }
  }
  const open = Buffer.from(await (await play(`bytes=${chunkInBytes + 5}-`)).arrayBuffer())
  expect(open.equals(whole.subarray(chunkInBytes + 5))).toBe(true)
  const all = await play()
  expect(all.status).toBe(200)
  expect(all.headers.get('content-length')).toBe(`${size}`)
})

test('a kept film is for the player alone: an address that somebody goes to shows no film', async () => {
  const worker = startWorker([])
  await worker.install()

  expect(await worker.goTo('/kept-films/course/a%20b/film')).toBe('/offline')
})

test('scripts come from the device where there is no network, also for who was there before the worker', async () => {
  const ask = async (onLine: boolean) => {
    const worker = startWorker([], '/my-courses?tab=kept')
    vi.stubGlobal('navigator', { onLine })
    worker.kept.push(`${origin}/assets/player-1.js`)
    return worker.goTo('/assets/player-1.js', { mode: 'cors', clientId: 'a page' })
  }

  expect(await ask(true)).toBeNull()
  expect(await ask(false)).toBe(`${origin}/assets/player-1.js`)
})

test('behind the end of a kept film is nothing', async () => {
  const { play } = await keepInWorker(new Uint8Array([1, 2, 3]))
  const answer = await play('bytes=3-')

  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe('bytes */3')
})

test('a kept film plays neither after its forty days nor without its key', async () => {
  const film = new Uint8Array([1, 2, 3])
  const over = await keepInWorker(film, { keepUntil: new Date(Date.now() - 1000).toISOString() })
  expect((await over.play()).status).toBe(404)

  const locked = await keepInWorker(film, { hasKey: false })
  // Good again once the academy has given its key: told apart from what is not.
  expect((await locked.play()).status).toBe(423)
})

/** A worker on a device that has a film, written as pages write it. */
async function keepInWorker(
  film: Uint8Array<ArrayBuffer>,
  { keepUntil = '9999-01-01T00:00:00Z', hasKey = true } = {},
) {
  const key = await importKey(Buffer.alloc(32, 7).toString('base64url'))
  const files = [{ name: 'film', type: 'video/mp4', sizeInBytes: film.length }]
  const rows: Record<string, unknown> = { 'lessons course/a b': { files, keepUntil } }
  if (hasKey) rows['keys course/a b'] = key
  for (let number = 0; number < countChunks(film.length); number += 1) {
    const part = film.slice(number * chunkInBytes, (number + 1) * chunkInBytes)
    const place = ['course/a b', 'film', number]
    rows[`chunks ${place.join(',')}`] = await encryptChunk(key, place.join(' '), part)
  }
  const heard = new Map<string, (event: object) => void>()
  const answered = (result: unknown) => ({
    result,
    addEventListener: (type: string, hear: () => void) => type === 'success' && hear(),
  })
  const db = {
    addEventListener: () => undefined,
    close: () => undefined,
    transaction: (store: string) => ({
      objectStore: () => ({ get: (at: unknown) => answered(rows[`${store} ${String(at)}`]) }),
    }),
  }
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('indexedDB', { open: () => answered(db) })
  vi.stubGlobal('self', {
    addEventListener: (type: string, hear: (event: object) => void) => heard.set(type, hear),
  })
  runServiceWorker('1', [])
  return {
    play: async (range?: string): Promise<Response> => {
      let answer: Promise<Response> | undefined
      const headers: HeadersInit = range === undefined ? {} : { range }
      const request = new Request(`${origin}/kept-films/course/a%20b/film`, { headers })
      const respondWith = (given: Promise<Response>) => (answer = given)
      heard.get('fetch')?.({ request, respondWith, waitUntil: () => undefined, clientId: '' })
      if (!answer) throw new Error('It was left to the network')
      return answer
    },
  }
}
