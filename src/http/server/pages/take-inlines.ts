import { createHash, randomBytes } from 'node:crypto'

/**
 * Stands as the nonce of each script and stylesheet that we write into a page, until the page is
 * finished; it never leaves the process. What else gets into a page has none, and does not run.
 */
export const inlineMark = randomBytes(18).toString('base64url')

export const markAttribute = ` nonce="${inlineMark}"`

export interface Inlines {
  html: string
  /** As the content security policy names them. */
  scripts: string[]
  styles: string[]
}

/** A finished page without its marks, and the hashes of what bore one. */
export function takeInlines(html: string): Inlines {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const inline = new RegExp(
    `<(script|style)\\b([^>]*)${markAttribute}([^>]*)>([\\s\\S]*?)</\\1>`,
    'g',
  )
  for (const [, kind, before = '', after = '', text = ''] of html.matchAll(inline)) {
    if (/\ssrc=/.test(before + after)) continue
    // By the pattern it is one of the two.
    hashes[kind as keyof typeof hashes].add(
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  }
  return {
    html: html.replaceAll(markAttribute, ''),
    scripts: [...hashes.script],
    styles: [...hashes.style],
  }
}
