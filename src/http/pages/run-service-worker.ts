/** What of a service worker is used here: the browser's types for it exclude those for pages. */
interface Worker {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  addEventListener: (type: string, hear: (event: WorkerEvent) => void) => void
}

interface WorkerEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
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
 * signed-in person read (`show-kept-copies.ts`): under a digest of their session, until they log out.
 * All else goes to the network as if nobody stood between; no price and no link to a film is kept
 * (docs/decisions/0033). `version` names the offline page that belongs to this worker.
 *
 * Runs in the browser, where it arrives as text: it may use nothing from outside itself.
 */
export function runServiceWorker(version: string): void {
  const worker = self as unknown as Worker
  const pagePrefix = 'offline-page-'
  const copiesPrefix = 'copies-'
  const pageCache = pagePrefix + version
  /** Calls, the server's own pages, films, and the way back from a payment. */
  const untouched = /^\/(api|media|dev|share|payment-success)(\/|$)/
  const copied = /^\/api\/(my-courses|courses\/[^/]+(\/progress)?|certificate\/[^/]+)$/
  /** Their last answers may come after the goodbye. */
  const loggedOut = new Set<string>()

  async function forget(isForgotten: (cacheName: string) => boolean): Promise<void> {
    const names = await caches.keys()
    await Promise.all(names.filter(isForgotten).map((name) => caches.delete(name)))
  }

  async function forgetCopies(exceptName = ''): Promise<void> {
    await forget((name) => name.startsWith(copiesPrefix) && name !== exceptName)
  }

  async function nameCopies(authorization: string): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
    const bytes = [...new Uint8Array(digest)]
    return copiesPrefix + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  async function openPage(event: WorkerEvent): Promise<Response> {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request))
    } catch (error) {
      const kept = await caches.match('/offline', { cacheName: pageCache })
      if (!kept) throw error
      return kept
    }
  }

  async function copy(path: string, authorization: string, answer: Response): Promise<void> {
    if (answer.status === 401) return forgetCopies()
    const name = await nameCopies(authorization)
    const cache = await caches.open(name)
    const content = answer.ok ? shorten(path, await answer.json()) : null
    if (content === null) {
      // A fault of the server says nothing about whose the course is.
      if (answer.status < 500) await cache.delete(path)
      return
    }
    if (loggedOut.has(authorization)) return forgetCopies()
    await forgetCopies(name)
    if (Array.isArray(content)) await forgetLostCourses(cache, content as MyCourse[])
    const savedAt = new Date().toISOString()
    await cache.put(path, new Response(JSON.stringify({ savedAt, content })))
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

  async function askAndCopy(
    event: WorkerEvent,
    path: string,
    authorization: string,
  ): Promise<Response> {
    const answer = await fetch(event.request)
    event.waitUntil(copy(path, authorization, answer.clone()))
    return answer
  }

  worker.addEventListener('install', (event) => {
    void worker.skipWaiting()
    event.waitUntil(
      caches
        .open(pageCache)
        .then((cache) => cache.add(new Request('/offline', { cache: 'reload' }))),
    )
  })

  worker.addEventListener('activate', (event) => {
    const takeOver = async () => {
      await forget((name) => name.startsWith(pagePrefix) && name !== pageCache)
      await worker.registration.navigationPreload?.enable()
      await worker.clients.claim()
    }
    event.waitUntil(takeOver())
  })

  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname, searchParams } = new URL(request.url)
    const authorization = request.headers.get('authorization')
    if (origin !== location.origin) return
    if (pathname === '/api/auth/logout') {
      if (authorization !== null) loggedOut.add(authorization)
      event.waitUntil(forgetCopies())
      return
    }
    if (request.method !== 'GET') return
    if (request.mode === 'navigate') {
      const isBackFromPayment = searchParams.has('payment') || searchParams.has('session_id')
      if (!untouched.test(pathname) && !isBackFromPayment) event.respondWith(openPage(event))
      return
    }
    if (authorization !== null && copied.test(pathname)) {
      event.respondWith(askAndCopy(event, pathname, authorization))
    }
  })
}
