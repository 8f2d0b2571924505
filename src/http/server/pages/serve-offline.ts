import type { FastifyInstance } from 'fastify'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import type { PublicSite } from '../../page-context.ts'
import { preparePacked, send } from '../prepared-response.ts'
import { etagOf, pack } from './pack.ts'
import { contentSecurityPolicy } from './page-headers.ts'
import { pageScripts } from './page-scripts.ts'
import { writeInlineCall } from './write-inline-call.ts'
import { writeOfflinePage } from './write-offline-page.ts'

const hidden = { schema: { hide: true } }

/** The service worker and the page it shows where there is no network, in each language. A new page is a new worker. */
export async function serveOffline(
  app: FastifyInstance,
  site: PublicSite,
  languages: Languages,
  common: Record<string, string>,
): Promise<void> {
  const pages = [undefined, ...languages].map((language) =>
    runInLanguage(language, () => ({
      prefix: languagePath(''),
      html: writeOfflinePage(site.brand.name),
    })),
  )
  const all = pages.map(({ html }) => html).join('')
  const version = etagOf(Buffer.from(all)).replaceAll(/\W/g, '')
  const fresh = { ...common, 'cache-control': 'no-cache' }
  for (const { prefix, html } of pages) {
    const page = preparePacked(await pack(Buffer.from(html), 9), {
      ...fresh,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(site, html),
    })
    app.get(`${prefix}/offline`, hidden, async (_, reply) => send(reply, page))
  }
  const prefixes = pages.map(({ prefix }) => prefix).filter(Boolean)
  const code = writeInlineCall(pageScripts.runServiceWorker, version, prefixes)
  const worker = preparePacked(await pack(Buffer.from(code), 9), {
    ...fresh,
    'content-type': 'text/javascript; charset=utf-8',
  })
  app.get('/sw.js', hidden, async (_, reply) => send(reply, worker))
}
