/** What of a service worker is used here: the browser's types for it exclude those for pages. */
interface Worker {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (of: { includeUncontrolled: true }) => Promise<{ url: string }[]>
  }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  addEventListener: (type: string, hear: (event: WorkerEvent) => void) => void
}

interface WorkerEvent {
  request: Request
  /** Of the page that asks, and of the one that comes of a visit. */
  clientId: string
  resultingClientId: string
  /** What a page says (`src/ui/offline-copies.ts`). */
  data: Told | null | 'log-out'
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}

/** An answer that a page had for the session of `token`; null once a session has ended. */
interface Told {
  path: string
  token: string
  status: number
  content: unknown
}

/** What of a lesson on the device is read here (`src/domains/learning/web/offline/kept-lesson.ts`). */
interface KeptLesson {
  files: { name: string; type: string; sizeInBytes: number }[]
  keepUntil: string
}

interface MyCourse {
  id: string
  title: string
  progress?: number
}

interface Course {
  title: string
  owned: boolean
  modules: { title: string; videos: { id: string; title: string; duration: string }[] }[]
}

/**
 * Answers a visit without a network by the academy's own page, and keeps what that page lets a
 * signed-in person read (`show-kept-copies.ts`), as pages say it: under a digest of their session,
 * until that ends. Plays the films that a learner keeps on the device, and opens the screen that lists them
 * (docs/decisions/0130). All else goes to the network as if nobody stood between; no price and no link to
 * a film is kept (docs/decisions/0033). `version` names the offline pages that belong to this worker: the English one,
 * and, once a page in that language was read, one below each of `prefixes`, with which addresses in other languages begin (`/hi`).
 *
 * Runs in the browser, where it arrives as text: it may use nothing from outside itself.
 */
export function runServiceWorker(version: string, prefixes: string[]): void {
  const worker = self as unknown as Worker
  const pagePrefix = 'offline-page-'
  const copiesPrefix = 'copies-'
  const pageCache = pagePrefix + version
  /** Calls, the server's own pages, films, and the way back from a payment. */
  const untouched = /^\/(api|media|dev|share|payment-success)(\/|$)/
  const keptPrefix = 'kept-'
  const chunkInBytes = 1 << 20
  const patienceInMs = 4000
  /** Copies are kept and forgotten in the order in which pages said so. */
  let work = Promise.resolve()
  /** The pages that were opened from the device, which have their scripts from there, too. */
  const keptPages = new Set<string>()

  async function forget(isForgotten: (cacheName: string) => boolean): Promise<void> {
    const names = await caches.keys()
    await Promise.all(names.filter(isForgotten).map((name) => caches.delete(name)))
  }

  async function forgetCopies(exceptName = ''): Promise<void> {
    await forget((name) => name.startsWith(copiesPrefix) && name !== exceptName)
  }

  async function nameCopies(token: string): Promise<string> {
    const bytes = new TextEncoder().encode(`Bearer ${token}`)
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    return copiesPrefix + digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  function prefixOf(pathname: string): string {
    return prefixes.find((prefix) => `${pathname}/`.startsWith(`${prefix}/`)) ?? ''
  }

  /** The offline page of a language; a second time it is there. */
  async function keepOffline(prefix: string): Promise<void> {
    const path = `${prefix}/offline`
    if (await caches.match(path, { cacheName: pageCache })) return
    const cache = await caches.open(pageCache)
    await cache.add(new Request(path, { cache: 'reload' }))
  }

  /** The page of kept lessons in the given language, or else in one in which it was kept. */
  async function findKept(wanted: string) {
    for (const prefix of [wanted, '', ...prefixes]) {
      const inScreens = { cacheName: `kept-screen${prefix}`, ignoreVary: true }
      const screen = await caches.match(`${prefix}/my-courses`, inScreens)
      if (screen) return { prefix, screen }
    }
    return undefined
  }

  function refuseLate(): Promise<never> {
    return new Promise((_, reject) => {
      setTimeout(() => reject(new TypeError('The network is slow')), patienceInMs)
    })
  }

  async function openPage(event: WorkerEvent, prefix: string): Promise<Response> {
    const { pathname, search, searchParams } = new URL(event.request.url)
    const isOfKept = searchParams.get('tab') === 'kept' && pathname === `${prefix}/my-courses`
    const kept = isOfKept ? await findKept(prefix).catch(() => undefined) : undefined
    const fetchPage = async () => (await event.preloadResponse) ?? (await fetch(event.request))
    try {
      // A network that swallows what is sent is none for who has what they want on the device.
      return await Promise.race(kept ? [fetchPage(), refuseLate()] : [fetchPage()])
    } catch (error) {
      if (kept && kept.prefix !== prefix)
        return Response.redirect(`${location.origin}${kept.prefix}/my-courses${search}`)
      if (kept) {
        keptPages.add(event.resultingClientId)
        return kept.screen
      }
      const inPages = { cacheName: pageCache }
      const offline =
        (await caches.match(`${prefix}/offline`, inPages)) ??
        (await caches.match('/offline', inPages))
      if (!offline) throw error
      return offline
    }
  }

  async function copy({ path, token, status, content }: Told): Promise<void> {
    if (status === 401) return forgetCopies()
    const name = await nameCopies(token)
    const cache = await caches.open(name)
    const kept = status < 300 ? shorten(path, content) : null
    if (kept === null) {
      // A fault of the server says nothing about whose the course is.
      if (status < 500) await cache.delete(path)
      return
    }
    await forgetCopies(name)
    if (Array.isArray(kept)) await forgetLostCourses(cache, kept as MyCourse[])
    const savedAt = new Date().toISOString()
    await cache.put(path, new Response(JSON.stringify({ savedAt, content: kept })))
  }

  /** Without price, links and whatever else is not read offline; null for a course of others. */
  function shorten(path: string, answer: unknown): unknown {
    if (path.startsWith('/api/certificate/')) return answer
    if (path === '/api/my-courses') {
      return (answer as MyCourse[]).map(({ id, title, progress }) => ({ id, title, progress }))
    }
    if (path.endsWith('/progress')) return { videos: (answer as { videos: unknown }).videos }
    const course = answer as Course
    if (!course.owned) return null
    const modules = course.modules.map(({ title, videos }) => ({
      title,
      videos: videos.map(({ id, title, duration }) => ({ id, title, duration })),
    }))
    return { title: course.title, modules }
  }

  async function forgetLostCourses(cache: Cache, owned: { id: string }[]): Promise<void> {
    const ids = new Set(owned.map(({ id }) => encodeURIComponent(id)))
    for (const request of await cache.keys()) {
      const id = /^\/api\/(?:courses|certificate)\/([^/]+)/.exec(new URL(request.url).pathname)?.[1]
      if (id !== undefined && !ids.has(id)) await cache.delete(request)
    }
  }

  function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
  }

  /** What lies on the device (`kept-store.ts`); rejects where there is nothing. */
  async function openKept(): Promise<IDBDatabase> {
    const request = indexedDB.open('kept-lessons', 1)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    const db = await answerOf(request)
    db.addEventListener('versionchange', () => db.close())
    return db
  }

  /** What is kept stays, but plays for nobody until the academy has given the keys again. */
  async function lockKept(): Promise<void> {
    const db = await openKept()
    await answerOf(db.transaction('keys', 'readwrite').objectStore('keys').clear())
    db.close()
  }

  async function removeKept(): Promise<void> {
    await answerOf(indexedDB.deleteDatabase('kept-lessons'))
    await forget((name) => name.startsWith(keptPrefix))
  }

  /** A file of a kept lesson, decrypted as it is read. */
  async function playKept({ url, headers }: Request): Promise<Response> {
    const [courseId, videoId, name = ''] = new URL(url).pathname.split('/').slice(2)
    const id = decodeURIComponent(`${courseId}/${videoId}`)
    const db = await openKept()
    const read = (store: string, key: IDBValidKey): Promise<unknown> =>
      answerOf(db.transaction(store).objectStore(store).get(key))
    // Written by the academy's own pages.
    const lesson = (await read('lessons', id)) as KeptLesson | undefined
    const key = (await read('keys', id)) as CryptoKey | undefined
    const file = lesson?.files.find((one) => one.name === decodeURIComponent(name))
    if (!lesson || !key || !file || Date.parse(lesson.keepUntil) < Date.now()) {
      db.close()
      // Locked: `kept-lessons.tsx` says so.
      return new Response(null, { status: lesson && !key ? 423 : 404 })
    }
    const asked = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '')
    const last = file.sizeInBytes - 1
    const from = Number(asked?.[1] ?? 0)
    const to = asked?.[2] ? Math.min(Number(asked[2]), last) : last
    if (asked && from > to) {
      db.close()
      const headers = { 'content-range': `bytes */${file.sizeInBytes}` }
      return new Response(null, { status: 416, headers })
    }
    let at = from
    const decrypted = new ReadableStream({
      pull: async (stream) => {
        const number = Math.floor(at / chunkInBytes)
        const start = number * chunkInBytes
        const chunk = (await read('chunks', [id, file.name, number])) as Uint8Array<ArrayBuffer>
        const additionalData = new TextEncoder().encode([id, file.name, number].join(' '))
        const algorithm = { name: 'AES-GCM', iv: chunk.subarray(0, 12), additionalData }
        const bytes = await crypto.subtle.decrypt(algorithm, key, chunk.subarray(12))
        const end = Math.min(to + 1, start + bytes.byteLength)
        stream.enqueue(new Uint8Array(bytes, at - start, end - at))
        at = end
        if (at > to) {
          stream.close()
          db.close()
        }
      },
      cancel: () => db.close(),
    })
    return new Response(decrypted, {
      status: asked ? 206 : 200,
      headers: {
        'content-type': file.type,
        'content-length': `${to + 1 - from}`,
        'accept-ranges': 'bytes',
        ...(asked && { 'content-range': `bytes ${from}-${to}/${file.sizeInBytes}` }),
      },
    })
  }

  async function loadKeptScript(request: Request): Promise<Response> {
    return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
  }

  worker.addEventListener('install', (event) => {
    void worker.skipWaiting()
    const keepFirst = async () => {
      const pages = await worker.clients.matchAll({ includeUncontrolled: true })
      const read = pages.map(({ url }) => prefixOf(new URL(url).pathname))
      await Promise.all([...new Set(['', ...read])].map(keepOffline))
    }
    event.waitUntil(keepFirst())
  })

  worker.addEventListener('activate', (event) => {
    const takeOver = async () => {
      await forget((name) => name.startsWith(pagePrefix) && name !== pageCache)
      await worker.registration.navigationPreload?.enable()
      await worker.clients.claim()
    }
    event.waitUntil(takeOver())
  })

  worker.addEventListener('message', (event) => {
    const { data } = event
    const isEnd = data === null || data === 'log-out'
    work = work.then(() => (isEnd ? forgetCopies() : copy(data))).catch(() => undefined)
    event.waitUntil(work)
    if (isEnd) event.waitUntil((data ? removeKept() : lockKept()).catch(() => undefined))
  })

  worker.addEventListener('fetch', (event) => {
    const { mode, method, url } = event.request
    const { origin, pathname, searchParams } = new URL(url)
    if (method !== 'GET' || origin !== location.origin) return
    if (mode !== 'navigate') {
      if (pathname.startsWith('/kept-films/')) event.respondWith(playKept(event.request))
      // Without a network also for pages that a worker opened which the browser has ended meanwhile.
      if (pathname.startsWith('/assets/') && (keptPages.has(event.clientId) || !navigator.onLine))
        event.respondWith(loadKeptScript(event.request))
      return
    }
    const isBackFromPayment = searchParams.has('payment') || searchParams.has('session_id')
    const prefix = prefixOf(pathname)
    if (untouched.test(pathname.slice(prefix.length)) || isBackFromPayment) return
    event.respondWith(openPage(event, prefix))
    event.waitUntil(keepOffline(prefix).catch(() => undefined))
  })
}
