import type { ReceivedResponse } from '../http/api-client.ts'

const copied = /^\/api\/(my-courses|(courses|certificate)\/[^/]+(\/progress)?)$/

/** Gives the service worker what may be read again offline, however late after the answer it comes. */
export function keepForOffline({ method, url, token, status, content }: ReceivedResponse): void {
  const [path = ''] = url.split('?')
  if (method === 'GET' && copied.test(path)) tellWorker({ path, token, status, content })
}

/** All copies go with the session. */
export function forgetForOffline(): void {
  tellWorker(null)
}

/** Where the browser has no worker nothing is kept, and nothing is waited for. */
function tellWorker(message: unknown): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  void serviceWorker?.ready.then(({ active }) => active?.postMessage(message, []))
}
