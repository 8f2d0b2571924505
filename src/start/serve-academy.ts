import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { warmUpCertificates } from '../certificates/render-certificate-pdf.ts'
import { createIdTokenVerifier } from '../outside/google/verify-id-token.ts'
import { closeApp } from '../platform/close-app.ts'
import { listenForChanges } from '../platform/database/change-notices.ts'
import { readSecrets } from '../platform/secrets.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-parts.ts'

/** The first visitors after a start come before anything that can wait. */
const quietInMs = 500

/** So long may requests still run when the academy stops. */
const timeoutInMs = 3_000

/** Serves pages and calls on the academy's address; resolves once it listens. */
export async function serveAcademy(
  parts: Parts,
  closers: Closers,
  { isDevelopment }: { isDevelopment: boolean },
): Promise<FastifyInstance> {
  const { settings, academy, log, database, checkout, media } = parts
  const changes = listenForChanges({
    url: academy.databaseUrl,
    onOwnChange: database.onOwnChange,
    onError: (error) => log.warn({ reason: error.message }, 'connection for notices lost'),
  })
  closers.push(() => changes.close())
  const dev = isDevelopment
    ? await import('../http/pages/pages-dev.ts').then((pages) => pages.openDevelopmentPages())
    : undefined
  if (dev) closers.push(() => dev.close())
  const { clientId } = settings.google
  const app = await buildApp({
    settings,
    db: database.db,
    pool: database.pool,
    log,
    secrets: await readSecrets(database.db),
    changes,
    checkout,
    media,
    pdfRenderer: checkout.pdfRenderer,
    verifyIdToken: clientId ? createIdTokenVerifier({ ...settings.google, clientId }) : null,
    publicUrl: () => academy.publicUrl,
    checkoutScript: academy.provider.checkoutScript,
    pages: { buildDir: resolve(import.meta.dirname, '../../build'), dev },
  })
  closers.push(() => closeApp(app, timeoutInMs))
  await app.listen({ host: settings.host, port: academy.port })
  const warmUp = setTimeout(() => {
    warmUpCertificates(checkout.pdfRenderer, settings.brand.name).catch((error: unknown) =>
      log.error({ err: error }, 'certificates cannot be printed'),
    )
  }, quietInMs)
  closers.push(() => clearTimeout(warmUp))
  return app
}
