import { paths } from '../../../../paths.ts'
import { languagePath } from '../../../../shared/i18n/language.ts'

/** Of the scripts that come later, those by which kept lessons are listed, played and counted. */
const comesLater = /^(?:kept-lessons|opened-player|start-sending|keep-confirming)-/

/**
 * Keeps the page that lists and plays kept lessons, with its scripts: the one screen that opens without
 * a network (`src/http/web/run-service-worker.ts`). In each language under a name of its own, and the page
 * last, so that a version never meets the scripts of another.
 */
export async function keepScreen(): Promise<void> {
  const cache = await caches.open(`kept-screen${languagePath('')}`)
  const path = languagePath(paths.myCourses)
  const page = await fetch(path, { cache: 'no-cache' })
  const html = await page.clone().text()
  const kept = new Set<string>()
  const keep = async (url: string): Promise<void> => {
    if (kept.has(url)) return
    kept.add(url)
    const answer = (await cache.match(url)) ?? (await fetch(url))
    if (!answer.ok) throw new TypeError(`${url} does not come`)
    await cache.put(url, answer.clone())
    if (url.endsWith('.js')) await Promise.all(listImports(await answer.text()).map(keep))
  }
  const scripts = [...html.matchAll(/\/assets\/[\w./-]+/g)].map(([url]) => url)
  // A proxy's page, or that of a network to be paid for.
  if (!page.ok || scripts.length === 0) throw new TypeError(`${path} does not come`)
  await Promise.all(scripts.map(keep))
  await cache.put(path, page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== path && !kept.has(pathname)) await cache.delete(url)
  }
}

export async function forgetScreen(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('kept-screen'))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** The addresses of what a built script imports at once, and later for kept lessons. */
function listImports(code: string): string[] {
  const now = code.slice(0, 5000).matchAll(/(?:from|import)\s*\W\.\/([\w./-]+\.js)/g)
  const later = code.matchAll(/loadModule\(\W\.\/([\w./-]+\.js)/g)
  const names = [...now, ...[...later].filter(([, name]) => comesLater.test(name ?? ''))]
  return names.map(([, name]) => `/assets/${name}`)
}
