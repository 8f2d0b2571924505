import type { ReceivedResponse } from '../http/api-client.ts'

const copied = /^\/api\/(my-courses|(courses|certificate)\/[^/]+(\/progress)?)$/

/** Gives the service worker what may be read again offline, however late after the answer it comes. */
export function keepForOffline({ method, url, token, status, content }: ReceivedResponse): void {
  const [path = ''] = url.split('?')
  if (method === 'GET' && copied.test(path)) tellWorker({ path, token, status, content })
}

/** All copies go with the session, and with a log-out the lessons that are kept on the device. */
export function forgetForOffline(isLogOut: boolean): void {
  tellWorker(isLogOut ? 'log-out' : null)
}

/**
 * Where the browser has no worker nothing is kept, and nothing is waited for. A tab with a storage of its
 * own looks at somebody else's account: what is kept here is not theirs.
 */
function tellWorker(message: unknown): void {
  if (localStorage === sessionStorage) return
  const { serviceWorker } = navigator as Partial<Navigator>
  void serviceWorker?.ready.then(({ active }) => active?.postMessage(message, []))
}
