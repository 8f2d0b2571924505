import type { EarlyWords, OfflineWords, StartWords } from '../../inline-words.ts'

/**
 * Functions that run in the browser and are written into pages as text. They are loaded by address,
 * so that they are checked with the types of a browser, and the server with those of a server.
 */
interface PageScripts {
  replaceRefusedStorage: () => void
  followTranslation: () => void
  tellWhatWasMissed: () => void
  queueEarlyInput: (words: EarlyWords) => void
  startPage: (urls: string[], words: StartWords) => void
  runServiceWorker: (version: string, prefixes: string[]) => void
  hearPushes: () => void
  showKeptCopies: (words: OfflineWords) => void
}

const names = [
  'replace-refused-storage',
  'follow-translation',
  'tell-what-was-missed',
  'queue-early-input',
  'start-page',
  'run-service-worker',
  'hear-pushes',
  'show-kept-copies',
]
const modules = names.map(
  async (name): Promise<object> => import(new URL(`../../web/${name}.ts`, import.meta.url).href),
)

export const pageScripts = Object.assign({}, ...(await Promise.all(modules))) as PageScripts
