import type { FastifyInstance } from 'fastify'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { languagePath, type ReadingLanguage } from '../../../shared/i18n/language.ts'
import type { PublicSite } from '../../page-context.ts'
import { preparePacked, send } from '../prepared-response.ts'
import type { ResponseCache } from '../response-cache.ts'
import { etagOf, pack } from './pack.ts'
import { policyHeaders } from './page-headers.ts'
import { pageScripts } from './page-scripts.ts'
import { takeInlines } from './take-inlines.ts'
import { writeInlineCall } from './write-inline-call.ts'
import { writeOfflinePage } from './write-offline-page.ts'

const hidden = { schema: { hide: true } }

interface OfflineOptions {
  site: PublicSite
  languages: Languages
  cache: Pick<ResponseCache, 'find'>
  common: Record<string, string>
  /** As of `servePages`. */
  dress: (html: string) => Promise<string>
}

/** The service worker and the page it shows where there is no network, in each language. A new page is a new worker. */
export function serveOffline(
  app: FastifyInstance,
  { site, languages, cache, common, dress }: OfflineOptions,
): void {
  const fresh = { ...common, 'cache-control': 'no-cache' }
  const serve = (
    path: string,
    make: () => Promise<{ text: string; headers: Record<string, string> }>,
  ) => {
    app.get(path, hidden, async (_, reply) => {
      const page = await cache.find(path, async () => {
        const { text, headers } = await make()
        const value = preparePacked(await pack(Buffer.from(text), 9), { ...fresh, ...headers })
        return { value, sizeInBytes: value.sizeInBytes, tags: ['look'] }
      })
      return send(reply, page)
    })
  }
  const write = (language: ReadingLanguage | undefined) =>
    runInLanguage(language, () => dress(writeOfflinePage(site.brand.name))).then(takeInlines)
  const all = [undefined, ...languages]
  const prefixes = all.map((language) => runInLanguage(language, () => languagePath('')))
  for (const [index, language] of all.entries()) {
    serve(`${prefixes[index]}/offline`, async () => {
      const { html, scripts } = await write(language)
      const policy = policyHeaders(site, scripts)
      return { text: html, headers: { 'content-type': 'text/html; charset=utf-8', ...policy } }
    })
  }
  serve('/sw.js', async () => {
    const offlinePages = await Promise.all(all.map(write))
    const version = etagOf(Buffer.from(offlinePages.map(({ html }) => html).join(''))).replaceAll(
      /\W/g,
      '',
    )
    return {
      text: [
        writeInlineCall(pageScripts.runServiceWorker, version, prefixes.filter(Boolean)),
        writeInlineCall(pageScripts.hearPushes),
      ].join(';'),
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    }
  })
}
