import type { FastifyInstance } from 'fastify'
import type { PublicSite } from '../../page-context.ts'
import { preparePacked, send } from '../prepared-response.ts'
import { etagOf, pack } from './pack.ts'
import { contentSecurityPolicy } from './page-headers.ts'
import { pageScripts } from './page-scripts.ts'
import { writeInlineCall } from './write-inline-call.ts'
import { writeOfflinePage } from './write-offline-page.ts'

const hidden = { schema: { hide: true } }

/** The service worker and the page it shows where there is no network. A new page is a new worker. */
export async function serveOffline(
  app: FastifyInstance,
  site: PublicSite,
  common: Record<string, string>,
): Promise<void> {
  const html = writeOfflinePage(site.brand.name)
  const version = etagOf(Buffer.from(html)).replaceAll(/\W/g, '')
  const fresh = { ...common, 'cache-control': 'no-cache' }
  const page = preparePacked(await pack(Buffer.from(html), 9), {
    ...fresh,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(site, html),
  })
  const code = writeInlineCall(pageScripts.runServiceWorker, version)
  const worker = preparePacked(await pack(Buffer.from(code), 9), {
    ...fresh,
    'content-type': 'text/javascript; charset=utf-8',
  })
  app.get('/offline', hidden, async (_, reply) => send(reply, page))
  app.get('/sw.js', hidden, async (_, reply) => send(reply, worker))
}
