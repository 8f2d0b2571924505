import type { FastifyInstance } from 'fastify'
import { type AppServices, createServices, type Services } from './bootstrap/create-services.ts'
import { accessRoutes } from './domains/access/server/routes.ts'
import { networkOf } from './domains/accounts/server/network-of.ts'
import { accountsRoutes } from './domains/accounts/server/routes.ts'
import { findStaffStatus } from './domains/accounts/server/staff-role.ts'
import { adminRoutes } from './domains/admin/server/routes.ts'
import { analyticsRoutes } from './domains/analytics/server/routes.ts'
import { assignmentRoutes } from './domains/assignments/server/routes.ts'
import { campaignsRoutes } from './domains/campaigns/server/routes.ts'
import { unsubscribeRoutes } from './domains/campaigns/server/unsubscribe-routes.ts'
import { catalogueRoutes } from './domains/catalogue/server/routes.ts'
import { didRoutes } from './domains/certificates/server/badges/routes.ts'
import { certificatesRoutes } from './domains/certificates/server/routes.ts'
import { checkoutRoutes } from './domains/checkout/server/routes.ts'
import { unsignedWebhooks } from './domains/checkout/server/settling/count-unsigned.ts'
import { complaintsRoutes } from './domains/complaints/server/routes.ts'
import { contentRoutes } from './domains/content/server/routes.ts'
import { discussionRoutes } from './domains/discussion/server/routes.ts'
import { uploadRoutes } from './domains/files/server/upload-routes.ts'
import { uploadsPath } from './domains/files/server/uploads.ts'
import { learnerUploadsPath } from './domains/files/upload-kinds.ts'
import { filmsRoutes } from './domains/films/server/routes.ts'
import { financeRoutes } from './domains/finance/server/routes.ts'
import { learnersRoutes } from './domains/learners/server/routes.ts'
import { learningRoutes } from './domains/learning/server/routes.ts'
import { findLook } from './domains/look/server/keep-looks.ts'
import { iconRoutes, lookRoutes } from './domains/look/server/routes.ts'
import { dressPage } from './domains/look/write-look-css.ts'
import { notesRoutes } from './domains/notes/server/routes.ts'
import { offersRoutes } from './domains/offers/server/routes.ts'
import { backupMetrics } from './domains/operations/server/backups/backup-metrics.ts'
import { operationsRoutes } from './domains/operations/server/routes.ts'
import { privacyRoutes } from './domains/privacy/server/routes.ts'
import { quizRoutes } from './domains/quizzes/server/routes.ts'
import { remindersRoutes } from './domains/reminders/server/routes.ts'
import { representativesRoutes } from './domains/representatives/server/routes.ts'
import { reviewsRoutes } from './domains/reviews/server/routes.ts'
import { seoRoutes } from './domains/seo/server/routes.ts'
import { siteRoutes } from './domains/site/server/routes.ts'
import { staffRoutes } from './domains/staff/server/routes.ts'
import { pictureRoutes } from './domains/studio/server/pictures/routes.ts'
import { studioRoutes } from './domains/studio/server/routes.ts'
import { taxRoutes } from './domains/tax/server/routes.ts'
import { publicSettings } from './http/contract.ts'
import { followAnswers } from './http/server/answers-under-way.ts'
import { apiReference } from './http/server/api-reference.ts'
import { createServer } from './http/server/create-server.ts'
import { healthRoutes } from './http/server/health.ts'
import { createMemoryResponder, type MemoryResponder } from './http/server/memory-responder.ts'
import { listOffered } from './http/server/pages/list-offered.ts'
import { transportSecurity } from './http/server/pages/page-headers.ts'
import { servePages } from './http/server/pages/pages.ts'
import type { PreparedResponse } from './http/server/prepared-response.ts'
import { createInProcessRequest } from './http/server/request-in-process.ts'
import { respondToUnknownCall } from './http/server/respond-with-problems.ts'
import { createServe, type Serve } from './http/server/serve.ts'
import { outboxRoutes } from './integrations/mail/outbox.ts'

/** The server's table of contents: its services, every domain's calls, then the pages. */
export async function buildApp(parts: AppServices): Promise<FastifyInstance> {
  const services = await createServices(parts)
  const { cache, pageViews } = services
  let findFile = (_url: string): PreparedResponse | undefined => undefined
  const memoryResponder = createMemoryResponder(
    (url) => cache.findKept(url) ?? findFile(url),
    [uploadsPath, learnerUploadsPath],
    (sent) => pageViews.note(sent),
    transportSecurity(services.settings.publicUrl ?? ''),
  )
  const app = await createServer({ ...services, memoryResponder })
  const settleAnswers = followAnswers(app)
  app.addHook('onClose', async () => {
    await settleAnswers()
    await services.close()
  })
  await registerBesideCalls(app, services, memoryResponder)
  await app.register(async (api) => registerCalls(api, services))
  if (parts.pages) findFile = await openPages(app, services, parts.pages)
  return app
}

/** What is asked for by others than our own pages: monitors, mail programs, search engines, developers. */
async function registerBesideCalls(
  app: FastifyInstance,
  services: Services,
  memoryResponder: MemoryResponder,
): Promise<void> {
  const { settings, db, pool } = services
  // Trying calls out by hand is for the sandbox, not for where real money moves.
  if (settings.sandbox) await apiReference(app)
  healthRoutes(app, {
    pool,
    metricsToken: settings.metricsToken,
    memoryResponder,
    metrics: [unsignedWebhooks, ...backupMetrics(db)],
  })
  if (settings.outbox) outboxRoutes(app, db, settings)
  unsubscribeRoutes(app, services)
  seoRoutes(app, services)
  didRoutes(app, services)
}

function registerCalls(app: FastifyInstance, services: Services): void {
  const { cache, identify, recordAuditEvent, pageViews } = services
  const serveIn = (scope: FastifyInstance) => createServe(scope, identify, cache, recordAuditEvent)
  const serve = serveIn(app)
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  servePublicSettings(serve, services)
  accountsRoutes(serve, services)
  staffRoutes(serve, services)
  lookRoutes(app, serve, { ...services, serveIn })
  accessRoutes(serve, services)
  catalogueRoutes(serve, { ...services, app, onLook: pageViews.noteLook })
  filmsRoutes(serve, services)
  uploadRoutes(app, serve, services)
  learningRoutes(serve, services)
  notesRoutes(serve, services)
  discussionRoutes(serve, services)
  reviewsRoutes(serve, services)
  quizRoutes(serve, services)
  assignmentRoutes(serve, services)
  certificatesRoutes(serve, services)
  remindersRoutes(serve, services)
  offersRoutes(serve, services)
  taxRoutes(serve, services)
  checkoutRoutes(app, serve, services.checkout, services.limits)
  studioRoutes(serve, services)
  pictureRoutes(app, { ...services, serveIn })
  financeRoutes(serve, services)
  adminRoutes(serve, services)
  operationsRoutes(app, serve, { ...services, serveIn })
  campaignsRoutes(serve, services)
  privacyRoutes(serve, services)
  complaintsRoutes(app, serve, services)
  representativesRoutes(serve, services)
  learnersRoutes(serve, services)
  analyticsRoutes(serve, services)
  contentRoutes(serve, services)
  siteRoutes(serve, services)
  // Before a body is read: nobody looks at what it is.
  const unknown = { schema: { hide: true }, onRequest: respondToUnknownCall }
  app.all('/api/*', unknown, respondToUnknownCall)
  app.setNotFoundHandler(respondToUnknownCall)
}

function servePublicSettings(
  serve: Serve,
  { db, settings, google, checkoutScript }: Services,
): void {
  serve(publicSettings, async () => ({
    brand_name: settings.brand.name,
    sandbox: settings.sandbox,
    google_client_id: google()?.clientId ?? null,
    admin_email_salt: settings.admin.emailSalt,
    // Whose role was taken away logs in where learners do.
    admin_email_sha256:
      (await findStaffStatus(db, settings.admin.email)) === 'staff'
        ? settings.admin.emailSha256
        : null,
    checkout_script: checkoutScript(),
  }))
}

/** Resolves to what finds the built files. */
async function openPages(
  app: FastifyInstance,
  services: Services,
  { buildDir, dev }: NonNullable<AppServices['pages']>,
): ReturnType<typeof servePages> {
  const { cache, pageViews, settings, languages, followed, publicUrl } = services
  const site = {
    brand: settings.brand,
    figures: settings.figures,
    languages: listOffered(languages),
    publicUrl: publicUrl(),
    ...describeMode(services),
  }
  followed.onChange(() => Object.assign(site, describeMode(services)))
  const findBuilt = await servePages(app, {
    buildDir,
    dev,
    languages,
    cache,
    networkOf,
    onSent: (sent) => pageViews.note(sent),
    dress: async (html) => dressPage(html, await findLook(services)),
    site: {
      ask: createInProcessRequest(app, cache),
      settings: site,
    },
  })
  return iconRoutes(app, services, findBuilt)
}

/** What an owner may change while the pages are served; brand and figures change in place. */
function describeMode({ settings, google, checkoutScript }: Services) {
  const { sandbox, publicSandbox, outbox } = settings
  const { clientId, script } = google() ?? {}
  return {
    sandbox,
    publicSandbox,
    outbox,
    checkoutScript: checkoutScript(),
    google: clientId !== undefined && script !== undefined ? { clientId, script } : null,
  }
}
