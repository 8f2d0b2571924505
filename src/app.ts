import fastifySwagger from '@fastify/swagger'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  createSerializerCompiler,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type pg from 'pg'
import { listOwnedCourseIds } from './access/check-access.ts'
import { accessRoutes } from './access/routes.ts'
import { createLimits } from './accounts/limits.ts'
import { networkOf } from './accounts/network-of.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { createIdentify } from './accounts/sessions.ts'
import { adminRoutes } from './admin/routes.ts'
import { readPublished } from './catalogue/publish-course.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { certificatesRoutes } from './certificates/routes.ts'
import type { CheckoutDependencies } from './checkout/dependencies.ts'
import { hasBought } from './checkout/orders/has-bought.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { listOpenSubjects, raiseAlarm, resolveAlarm } from './checkout/settling/alarms.ts'
import { unsignedWebhooks } from './checkout/settling/count-unsigned.ts'
import { deskRoutes } from './desk/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { openUploads } from './files/open-uploads.ts'
import { uploadRoutes } from './files/upload-routes.ts'
import { uploadsFolder, uploadsPath } from './files/uploads.ts'
import { findFfmpeg } from './films/ffmpeg/find-ffmpeg.ts'
import { createFilmFinisher } from './films/film-uploads.ts'
import { filmsRoutes } from './films/routes.ts'
import { answerProblems, answerUnknownCall, sendProblem } from './http/answer-problems.ts'
import { apiReference } from './http/api-reference.ts'
import { createInProcessAsk } from './http/ask-in-process.ts'
import { publicSettings } from './http/contract.ts'
import { createFrontDoor } from './http/front-door.ts'
import { healthRoutes } from './http/health.ts'
import { servePages } from './http/pages/pages.ts'
import type { DevelopmentPages } from './http/pages/pages-dev.ts'
import { parseJsonOnly } from './http/parse-json.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import { ProblemError } from './http/problem.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createServe, usualBodyInBytes } from './http/serve.ts'
import { useValidationMessages } from './http/validation-messages.ts'
import { createPageViews } from './insight/page-views.ts'
import { insightRoutes } from './insight/routes.ts'
import { learningRoutes } from './learning/routes.ts'
import { createVideoAlarms } from './learning/video-alarms.ts'
import type { LetterDependencies } from './letters/dependencies.ts'
import { joinLetters } from './letters/join-letters.ts'
import { lettersRoutes } from './letters/routes.ts'
import { unsubscribeRoutes } from './letters/unsubscribe-routes.ts'
import { listLaunchPrices } from './offers/prices/list-launch-prices.ts'
import { offersRoutes } from './offers/routes.ts'
import { backupMetrics } from './operations/backups/backup-metrics.ts'
import { operationsRoutes } from './operations/routes.ts'
import type { VerifyIdToken } from './outside/google/verify-id-token.ts'
import { outboxRoutes } from './outside/mail/outbox.ts'
import { createEmbeddingCheck } from './outside/video-providers/check-embedding.ts'
import { createSubjectNames } from './people/name-subjects.ts'
import { peopleRoutes } from './people/routes.ts'
import type { ChangeNotices } from './platform/database/change-notices.ts'
import type { Database } from './platform/database/database.ts'
import { createNamedLocks } from './platform/database/named-locks.ts'
import type { MediaStore } from './platform/media/media-store.ts'
import type { PdfRenderer } from './platform/pdf/render-pdf.ts'
import { startRecurringWork } from './platform/recurring-work.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Settings } from './platform/settings.ts'
import { trustOption } from './platform/trust-proxy.ts'
import { createRecordAct } from './staff/record-act.ts'
import { staffRoutes } from './staff/routes.ts'
import { listNamedFilms } from './studio/list-named-films.ts'
import { pictureRoutes } from './studio/pictures/routes.ts'
import { studioRoutes } from './studio/routes.ts'
import { findIncludedTax } from './tax/find-included-tax.ts'
import { taxRoutes } from './tax/routes.ts'

export interface AppParts {
  settings: Settings
  db: Database
  pool: pg.Pool
  log: FastifyBaseLogger
  secrets: Secrets
  changes: ChangeNotices
  checkout: CheckoutDependencies
  media: MediaStore
  pdfRenderer: PdfRenderer
  /** Null: nobody signs in by Google. */
  google: { clientId: string; script: string; verifyIdToken: VerifyIdToken } | null
  /** Where links that leave the site start; known once the server listens. */
  publicUrl: () => string
  checkoutScript: string
  /** Null: no pages, calls only (as most tests want it). */
  pages: { buildDir: string; dev?: DevelopmentPages | undefined } | null
}

/** The server's table of contents: every domain registers its calls here, then the pages follow. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings, db, publicUrl } = parts
  useValidationMessages()
  const cache = createResponseCache(parts.changes)
  const pageViews = createPageViews(db)
  let findFile = (_url: string): PreparedAnswer | undefined => undefined
  const frontDoor = createFrontDoor(
    (url) => cache.findKept(url) ?? findFile(url),
    (url) => url.startsWith(uploadsPath),
    (sent) => pageViews.note(sent),
  )
  const app: FastifyInstance = fastify({
    serverFactory: frontDoor.serverFactory,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(settings.trustProxy),
    bodyLimit: usualBodyInBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Wider than any contract allows: too long an id is bad input, not an unknown address.
    routerOptions: { maxParamLength: 10_000 },
    return503OnClosing: false,
    // An address that cannot be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply) => {
      sendProblem(reply, new ProblemError('not_found'))
    },
  })
  const saving = startRecurringWork(parts.log, [
    { name: 'page views', everyInMs: 5_000, run: () => pageViews.save() },
  ])
  app.addHook('onClose', async () => {
    await saving.stop()
    await pageViews.save()
  })
  parseJsonOnly(app)
  answerProblems(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(createSerializerCompiler())
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    done(null, payload)
  })
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${settings.brand.name} API`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  // Trying calls out by hand is for the sandbox, not for where real money moves.
  if (settings.sandbox) await apiReference(app, { publicUrl })

  healthRoutes(app, {
    pool: parts.pool,
    metricsToken: settings.metricsToken,
    frontDoor,
    metrics: [unsignedWebhooks, ...(settings.backup.store === undefined ? [] : backupMetrics(db))],
  })
  if (settings.outbox) outboxRoutes(app, db)
  const letters: LetterDependencies = {
    db,
    queueMail: parts.checkout.queueMail,
    sender: {
      brandName: settings.brand.name,
      supportEmail: settings.brand.supportEmail,
      publicUrl,
    },
    unsubscribeKey: parts.secrets.unsubscribeKey,
  }
  unsubscribeRoutes(app, letters)
  discoveryRoutes(app, {
    db,
    cache,
    pdfRenderer: parts.pdfRenderer,
    brandName: settings.brand.name,
    publicUrl,
  })

  await app.register(async (app) => {
    const identify = createIdentify(parts.pool)
    const recordAct = createRecordAct(db)
    const serve = createServe(app, identify, cache, recordAct)
    app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
    serve(publicSettings, async () => ({
      brand_name: settings.brand.name,
      sandbox: settings.sandbox,
      google_client_id: parts.google?.clientId ?? null,
      admin_email_salt: settings.admin.emailSalt,
      admin_email_sha256: settings.admin.emailSha256,
      checkout_script: parts.checkoutScript,
    }))
    const limits = createLimits(parts.pool)
    const videoAlarms = createVideoAlarms({
      raise: (alarm) => raiseAlarm(db, { ...alarm, orderId: null }),
      resolve: (subject) => resolveAlarm(db, subject),
      listOpen: (prefix) => listOpenSubjects(db, prefix),
    })
    accountsRoutes(serve, {
      db,
      queueMail: parts.checkout.queueMail,
      codeKey: parts.secrets.codeKey,
      brandName: settings.brand.name,
      publicUrl,
      limits,
      listOwnedCourseIds,
      verifyIdToken: parts.google?.verifyIdToken ?? null,
    })
    staffRoutes(serve, {
      db,
      queueMail: parts.checkout.queueMail,
      brandName: settings.brand.name,
      publicUrl,
      recordAct,
      names: createSubjectNames(db),
    })
    accessRoutes(serve, { db })
    catalogueRoutes(serve, {
      db,
      cache,
      mediaKey: parts.secrets.mediaKey,
      media: parts.media,
      mediaAccel: parts.settings.media.kind === 'files' ? parts.settings.mediaAccel : undefined,
      publicUrl,
      app,
      offers: { listLaunchPrices, findIncludedTax },
      onLook: pageViews.noteLook,
    })
    const locks = createNamedLocks(parts.pool)
    const uploads = uploadsFolder(settings.dataDir)
    const ffmpeg = await findFfmpeg(settings.ffmpegPath)
    const finisher = createFilmFinisher({
      db,
      media: parts.media,
      locks,
      uploads: () => openUploads(uploads),
      ffmpeg,
      onError: (error) => parts.log.error({ err: error }, 'film not stored'),
    })
    app.addHook('onClose', () => finisher.settle())
    filmsRoutes(serve, {
      db,
      media: parts.media,
      locks,
      mediaKey: parts.secrets.mediaKey,
      finisher,
      listNamed: listNamedFilms,
      publicUrl,
      madeBy: ffmpeg ? 'server' : 'browser',
    })
    uploadRoutes(app, serve, {
      db,
      media: parts.media,
      locks,
      films: finisher,
      identify,
      recordAct,
      folder: uploads,
      isCourse: async (courseId) => (await readPublished(db, courseId)) !== undefined,
    })
    learningRoutes(serve, {
      db,
      limits,
      videoAlarms,
      pool: parts.pool,
      openingKey: parts.secrets.openingKey,
      queueMail: parts.checkout.queueMail,
      publicUrl,
    })
    certificatesRoutes(serve, {
      db,
      pdfRenderer: parts.pdfRenderer,
      brand: settings.brand,
      publicUrl,
      cache,
    })
    offersRoutes(serve, { db, limits, hasBought, findIncludedTax })
    taxRoutes(serve, { db, pdfRenderer: parts.pdfRenderer, brand: settings.brand })
    checkoutRoutes(app, serve, parts.checkout, limits)
    studioRoutes(serve, {
      db,
      queueMail: parts.checkout.queueMail,
      publicUrl,
      mediaKey: parts.secrets.mediaKey,
    })
    pictureRoutes(app, {
      db,
      media: parts.media,
      cache,
      serveIn: (scope) => createServe(scope, identify, cache, recordAct),
    })
    deskRoutes(serve, { db })
    adminRoutes(serve, {
      db,
      checkout: parts.checkout,
      checkEmbedding: createEmbeddingCheck(settings.videoProviders, publicUrl),
    })
    operationsRoutes(serve, {
      db,
      settings,
      razorpay: parts.checkout.razorpay,
      publicUrl,
    })
    lettersRoutes(serve, letters)
    peopleRoutes(serve, {
      db,
      queueMail: parts.checkout.queueMail,
      brandName: settings.brand.name,
      publicUrl,
      outbox: settings.outbox,
      codeKey: parts.secrets.codeKey,
      limits,
      recordAct,
      joinLetters,
    })
    insightRoutes(serve, { db })
    app.all('/api/*', { schema: { hide: true } }, answerUnknownCall)
  })

  if (parts.pages) {
    findFile = await servePages(app, {
      buildDir: parts.pages.buildDir,
      dev: parts.pages.dev,
      cache,
      networkOf,
      onSent: (sent) => pageViews.note(sent),
      site: {
        ask: createInProcessAsk(app, cache),
        settings: {
          brand: settings.brand,
          figures: settings.figures,
          sandbox: settings.sandbox,
          publicSandbox: settings.publicSandbox,
          outbox: settings.outbox,
          publicUrl: publicUrl(),
          checkoutScript: parts.checkoutScript,
          google: parts.google && {
            clientId: parts.google.clientId,
            script: parts.google.script,
          },
        },
      },
    })
  }
  return app
}
