import { gzipSync } from 'node:zlib'

export interface FirstLoad {
  /** Every script that opening the page loads by itself, by address. */
  scripts: Map<string, string>
  scriptBytes: number
  styleBytes: number
}

/** What a first visit to a page loads, packed as a browser of any age takes it (gzip). */
export async function measureFirstLoad(
  fetchText: (path: string) => Promise<string>,
  page: string,
): Promise<FirstLoad> {
  const html = await fetchText(page)
  const scripts = new Map<string, string>()
  const wanted = [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, url]) => url!)
  for (const url of wanted) {
    if (scripts.has(url)) continue
    const code = await fetchText(url)
    scripts.set(url, code)
    for (const [, file] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      wanted.push(`/assets/${file}`)
    }
  }
  const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css!)
  const sheets = [...html.matchAll(/<link [^>]*href="([^"]+\.css)"/g)].map(([, url]) => url!)
  const styles = [...inline, ...(await Promise.all(sheets.map(fetchText)))]
  return { scripts, scriptBytes: sum([...scripts.values()]), styleBytes: sum(styles) }
}

const sizes = new Map<string, number>()

function sum(texts: string[]): number {
  return texts.reduce((bytes, text) => {
    const size = sizes.get(text) ?? gzipSync(text, { level: 9 }).length
    sizes.set(text, size)
    return bytes + size
  }, 0)
}
