import { createHash, randomBytes } from 'node:crypto'

/**
 * Stands as the nonce of each script that we write into a page, until the page is finished; it never
 * leaves the process. What else gets into a page has none, and does not run.
 */
export const inlineMark = randomBytes(18).toString('base64url')

export const markAttribute = ` nonce="${inlineMark}"`

const marked = new RegExp(`<script\\b([^>]*)${markAttribute}([^>]*)>([\\s\\S]*?)</script>`, 'g')

/** A finished page without its marks, and the inline scripts that bore one, as its policy names them. */
export function takeInlines(html: string): { html: string; scripts: string[] } {
  const hashes = [...html.matchAll(marked)]
    .filter(([, before = '', after = '']) => !/\ssrc=/.test(before + after))
    .map(([, , , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { html: html.replaceAll(markAttribute, ''), scripts: [...new Set(hashes)] }
}
