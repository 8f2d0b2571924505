import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { warmUpCertificates } from '../domains/certificates/server/render-certificate-pdf.ts'
import type { DevelopmentPages } from '../http/server/pages/pages-dev.ts'
import { closeApp } from '../platform/close-app.ts'
import { prepareToServeOut } from '../platform/serve-out.ts'
import { createFindGoogle } from './choose-google.ts'
import type { Closers } from './closers.ts'
import { findKeptSocket } from './kept-socket.ts'
import type { Parts } from './open-services.ts'

/** The first visitors after a start come before anything that can wait. */
const quietInMs = 500

/** So long may requests still run when the academy stops. */
const timeoutInMs = 3_000

export interface Serving {
  app: FastifyInstance
  serveOut: ReturnType<typeof prepareToServeOut>
}

/** Serves pages and calls on the academy's address; resolves once it listens. */
export async function serveAcademy(
  parts: Parts,
  closers: Closers,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<Serving> {
  const { settings, academy, log, database, checkout, media, languages, changes, followed } = parts
  const { secrets } = parts
  const dev = isDevelopment
    ? await closers.open(openDevelopmentPages(), (pages) => pages.close())
    : undefined
  const building = buildApp({
    settings,
    db: database.db,
    pool: database.pool,
    log,
    secrets,
    changes,
    followed,
    checkout,
    media,
    languages,
    pdfRenderer: checkout.pdfRenderer,
    google: createFindGoogle(academy),
    publicUrl: () => academy.publicUrl,
    checkoutScript: () => academy.provider.checkoutScript,
    pages: { buildDir: resolve(import.meta.dirname, '../../build'), dev },
  })
  const app = await closers.open(building, (built) => closeApp(built, timeoutInMs))
  if (dev) {
    dev.tellThrough(app.server)
    // First: the academy would wait for the open pages that are told of changes.
    closers.push(() => dev.close())
  }
  const serveOut = prepareToServeOut(app.server)
  const kept = findKeptSocket(process.env)
  await app.listen({ host: settings.host, ...(kept ? { fd: kept.fd } : { port: academy.port }) })
  const warmUp = setTimeout(() => {
    warmUpCertificates(checkout.pdfRenderer, settings.brand.name).catch((error: unknown) =>
      log.error({ err: error }, 'certificates cannot be printed'),
    )
  }, quietInMs)
  closers.push(() => clearTimeout(warmUp))
  return { app, serveOut }
}

async function openDevelopmentPages(): Promise<DevelopmentPages> {
  const pages = await import('../http/server/pages/pages-dev.ts')
  return pages.openDevelopmentPages()
}
