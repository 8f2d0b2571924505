import { gzipSync } from 'node:zlib'

export interface Loaded {
  text: string
  /** As it was sent, packed. */
  sizeInBytes: number
}

export interface FirstLoad {
  /** Every script that opening the page loads by itself, by address. */
  scripts: Map<string, string>
  scriptBytes: number
  styleBytes: number
}

/** What a first visit to a page loads; `load` asks as a browser that knows no packing but gzip. */
export async function measureFirstLoad(
  load: (path: string) => Promise<Loaded>,
  page: string,
): Promise<FirstLoad> {
  const { text: html } = await load(page)
  const scripts = new Map<string, string>()
  let scriptBytes = 0
  const wanted = [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, url]) => url!)
  for (const url of wanted) {
    if (scripts.has(url)) continue
    const { text, sizeInBytes } = await load(url)
    scripts.set(url, text)
    scriptBytes += sizeInBytes
    for (const [, file] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
      wanted.push(`/assets/${file}`)
    }
  }
  const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
    ([, css]) => gzipSync(css!).length,
  )
  const sheets = [...html.matchAll(/<link [^>]*href="([^"]+\.css)"/g)].map(([, url]) => url!)
  const linked = await Promise.all(sheets.map(async (url) => (await load(url)).sizeInBytes))
  return {
    scripts,
    scriptBytes,
    styleBytes: [...inline, ...linked].reduce((all, bytes) => all + bytes, 0),
  }
}
