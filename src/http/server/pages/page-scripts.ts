/**
 * Functions that run in the browser and are written into pages as text. They are loaded by address,
 * so that they are checked with the types of a browser, and the server with those of a server.
 */
interface PageScripts {
  queueEarlyInput: () => void
  startPage: (urls: string[]) => void
  runServiceWorker: (version: string) => void
  showKeptCopies: () => void
}

const names = ['queue-early-input', 'start-page', 'run-service-worker', 'show-kept-copies']
const modules = names.map(
  async (name): Promise<object> => import(new URL(`../../web/${name}.ts`, import.meta.url).href),
)

export const pageScripts = Object.assign({}, ...(await Promise.all(modules))) as PageScripts
