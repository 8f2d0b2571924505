/** What of a service worker is used here, as in `run-service-worker.ts`. */
interface Worker {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: {
    matchAll: (of: { type: 'window' }) => Promise<Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: (type: string, hear: (event: PushEvents) => void) => void
}

interface Page {
  url: string
  focus: () => Promise<unknown>
}

interface PushEvents {
  /** Null: a message without words. */
  data: { json: () => { title: string; body: string; path: string } } | null
  notification: { close: () => void; data: { path: string } }
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * Shows what the academy sends a learner who asked to be reminded, and opens where it leads
 * (docs/decisions/0131). Its words are made by the server, in the learner's language.
 *
 * Runs in the service worker, where it arrives as text: it may use nothing from outside itself.
 */
export function hearPushes(): void {
  const worker = self as unknown as Worker

  worker.addEventListener('push', (event) => {
    const told = event.data?.json()
    if (!told) return
    const { title, body, path } = told
    const options = { body, data: { path }, icon: '/icon-192.png', tag: 'reminder' }
    event.waitUntil(worker.registration.showNotification(title, options))
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const url = new URL(event.notification.data.path, location.origin)
    if (url.origin !== location.origin) return
    const open = async () => {
      const pages = await worker.clients.matchAll({ type: 'window' })
      const page = pages.find((one) => one.url === url.href)
      await (page ? page.focus() : worker.clients.openWindow(url.href))
    }
    event.waitUntil(open())
  })
}
