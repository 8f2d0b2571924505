import { languagePath, languageTag, readingLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { offlineWords } from '../../inline-words.ts'
import { pageScripts } from './page-scripts.ts'
import { markAttribute } from './take-inlines.ts'
import { writeInlineCall } from './write-inline-call.ts'

/** The page for any address without a network: whole in itself, in the academy's own colours, in the language that is read. */
export function writeOfflinePage(brandName: string): string {
  const title = escape(t('You are offline'))
  const direction = readingLanguage()?.direction === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html><html lang="${languageTag()}"${direction}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex"><title>${title}</title><style>${styles}</style></head>
<body><header><a href="${languagePath('/')}">${escape(brandName)}</a></header><main><h1>${title}</h1>
<p role="status">${escape(t('This page opens by itself once you are back.'))}</p><div id="kept"></div></main>
<script${markAttribute}>${writeInlineCall(pageScripts.showKeptCopies, offlineWords())}</script></body></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const styles = `:root{color-scheme:light dark;--ink:var(--color-ink,light-dark(#21152e,#f7efe4));--line:var(--color-line,light-dark(#e9dfd0,#33283f))}
body{margin:0;background:var(--color-paper,light-dark(#fffaf2,#17101f));color:var(--ink);font:106.25%/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
header,main{max-width:42rem;margin:auto;padding:1rem clamp(1rem,4vw,2rem)}
header{font-weight:600}
header a{color:inherit;text-decoration:none}
h1{line-height:1.15;margin:1.5rem 0 1rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
[role=status]{background:var(--color-amber-wash,light-dark(#fdf0d5,#382708));padding:.75rem 1rem;border-radius:.375rem}
a{color:inherit;text-decoration-color:var(--color-marigold,#f2a51a);text-decoration-thickness:2px;text-underline-offset:3px}
main a{display:inline-block;padding-block:.65rem;margin-inline-end:1rem;font-weight:600}
ul{list-style:none;padding:0}
li{border-bottom:1px solid var(--line);padding-block:.5rem}
ul strong,li span{display:block}
li span,dt{font-size:.9rem;opacity:.8}
dd{margin:0 0 .75rem}`
