import { earlyWords, startWords } from '../../inline-words.ts'
import { pageScripts } from './page-scripts.ts'
import { markAttribute } from './take-inlines.ts'
import { writeInlineCall } from './write-inline-call.ts'

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const start = new RegExp(`<script${markAttribute} type="module" async="">([\\s\\S]*?)</script>`)
const imported = /import(?:[^"(]*|\()"(\/assets\/[^"]+\.js)"/g

/**
 * Lets a page paint before its scripts are even asked for: on a phone's network and processor they
 * would compete with what is read first. A page without a start module comes back as it was.
 */
export function postponeScripts(html: string): string {
  const text = start.exec(html)?.[1]
  if (text === undefined) return html
  const urls = [...html.matchAll(preload), ...text.matchAll(imported)].map(([, url = '']) => url)
  const handedOver = text.replace(/import\("[^"]+"\)/, 'begin($&)')
  const loader = writeInlineCall(pageScripts.startPage, [...new Set(urls)], startWords())
  return html
    .replaceAll(preload, '')
    .replace(
      start,
      () => `<script${markAttribute} type="text/plain" id="start">${handedOver}</script>`,
    )
    .replace(/<\/body><\/html>\s*$/, (end) => `<script${markAttribute}>${loader}</script>${end}`)
}

/**
 * From its first moment on a page has what its scripts count on in every browser, and keeps what is done
 * in it before they are there.
 */
export function prepareBrowser(html: string): string {
  return html.replace('</head>', (end) => {
    const calls = [
      writeInlineCall(pageScripts.replaceRefusedStorage),
      writeInlineCall(pageScripts.followTranslation),
      writeInlineCall(pageScripts.tellWhatWasMissed),
      writeInlineCall(pageScripts.queueEarlyInput, earlyWords()),
    ]
    return `<script${markAttribute}>${calls.join(';')}</script>${end}`
  })
}
