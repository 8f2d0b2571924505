import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { listOwnedCourseIds } from '../domains/access/server/check-access.ts'
import { createLimits } from '../domains/accounts/server/limits.ts'
import { createIdentify } from '../domains/accounts/server/sessions.ts'
import { createPageViews } from '../domains/analytics/server/page-views.ts'
import { createHandInUploads } from '../domains/assignments/server/hand-in-uploads.ts'
import { joinCampaigns } from '../domains/campaigns/server/join-campaigns.ts'
import { readPublished } from '../domains/catalogue/server/publish-course.ts'
import { printSpecimen } from '../domains/certificates/server/render-certificate-pdf.ts'
import type { CheckoutDependencies } from '../domains/checkout/server/dependencies.ts'
import { hasBought } from '../domains/checkout/server/orders/has-bought.ts'
import {
  listOpenSubjects,
  raiseAlarm,
  resolveAlarm,
} from '../domains/checkout/server/settling/alarms.ts'
import { openUploads } from '../domains/files/server/open-uploads.ts'
import { uploadsFolder } from '../domains/files/server/uploads.ts'
import { findFfmpeg } from '../domains/films/server/ffmpeg/find-ffmpeg.ts'
import { createFilmFinisher } from '../domains/films/server/film-uploads.ts'
import { cancelEmailChange } from '../domains/learners/server/confirm-email.ts'
import { createSubjectNames } from '../domains/learners/server/name-subjects.ts'
import { readStanding } from '../domains/learning/server/read-standing.ts'
import { createVideoAlarms } from '../domains/learning/server/video-alarms.ts'
import { findDressOfMails } from '../domains/look/server/dress.ts'
import { listLaunchPrices } from '../domains/offers/server/prices/list-launch-prices.ts'
import { readGrievanceOfficer } from '../domains/operations/server/grievance-officer.ts'
import { scheduleErasure } from '../domains/privacy/server/erase/request-erasure.ts'
import { readRatings } from '../domains/reviews/server/read-ratings.ts'
import type { FollowedSettings } from '../domains/site/server/follow-settings.ts'
import { createRecordAuditEvent } from '../domains/staff/server/record-audit-event.ts'
import { listNamedFilms } from '../domains/studio/server/list-named-films.ts'
import { listPublishedCourses } from '../domains/studio/server/list-publications.ts'
import { findIncludedTax } from '../domains/tax/server/find-included-tax.ts'
import type { DevelopmentPages } from '../http/server/pages/pages-dev.ts'
import { createResponseCache } from '../http/server/response-cache.ts'
import type { VerifyIdToken } from '../integrations/google/verify-id-token.ts'
import { createEmbeddingCheck } from '../integrations/video-providers/check-embedding.ts'
import type { ChangeNotices } from '../platform/database/change-notices.ts'
import type { Database } from '../platform/database/database.ts'
import { createNamedLocks, type NamedLocks } from '../platform/database/named-locks.ts'
import type { Languages } from '../platform/languages/open-languages.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import type { DressInputs, PdfRenderer } from '../platform/pdf/render-pdf.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'

export interface AppServices {
  settings: Settings
  db: Database
  pool: pg.Pool
  log: FastifyBaseLogger
  secrets: Secrets
  changes: ChangeNotices
  followed: FollowedSettings
  checkout: CheckoutDependencies
  media: MediaStore
  pdfRenderer: PdfRenderer
  /** That of now; null: nobody signs in by Google. */
  google: () => { clientId: string; script: string; verifyIdToken: VerifyIdToken } | null
  /** Where links that leave the site start; known once the server listens. */
  publicUrl: () => string
  checkoutScript: () => string
  /** Beside English. */
  languages: Languages
  /** Null: no pages, calls only (as most tests want it). */
  pages: { buildDir: string; dev?: DevelopmentPages | undefined } | null
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** All that the domains' calls stand on, each thing once and by the name that every domain knows it by. */
export async function createServices(parts: AppServices) {
  const { settings, db, pool, publicUrl } = parts
  const locks = createNamedLocks(pool)
  const films = await openFilms(parts, locks)
  const views = openPageViews(parts)
  const limits = createLimits(pool)
  const cache = createResponseCache(parts.changes)
  // What was made while they were read may show the former ones.
  parts.followed.onChange(() => cache.clear())
  const opening = { db, cache, readStanding, limits }
  return {
    ...parts,
    ...nameParts(parts),
    ...answersOfOtherDomains(parts),
    ...films,
    locks,
    cache,
    limits,
    identify: createIdentify(pool),
    recordAuditEvent: createRecordAuditEvent(db),
    pageViews: views.pageViews,
    handInUploads: createHandInUploads(opening),
    checkEmbedding: createEmbeddingCheck(settings.videoProviders, publicUrl),
    close: async () => {
      await films.finisher.settle()
      await views.close()
    },
  }
}

/** What the domains want of the settings, the secrets and the checkout. */
function nameParts({ settings, secrets, checkout, google, publicUrl }: AppServices) {
  const { brand } = settings
  return {
    brand,
    sender: { brand, publicUrl },
    mediaAccel: settings.media.kind === 'files' ? settings.mediaAccel : undefined,
    codeKey: secrets.codeKey,
    mediaKey: secrets.mediaKey,
    openingKey: secrets.openingKey,
    unsubscribeKey: secrets.unsubscribeKey,
    queueMail: checkout.queueMail,
    razorpay: checkout.razorpay,
    findIdTokenVerifier: () => google()?.verifyIdToken ?? null,
  }
}

/** What a domain asks of those that come after it, which it does not know. */
function answersOfOtherDomains({ db, settings, pdfRenderer }: AppServices) {
  return {
    printSpecimen: (dress: DressInputs, name: string) =>
      printSpecimen(pdfRenderer.wearing(dress), { name, brandName: settings.brand.name }),
    listOwnedCourseIds,
    readStanding,
    cancelEmailChange,
    findDressOfMails,
    hasBought,
    findIncludedTax,
    offers: { listLaunchPrices, findIncludedTax },
    readRatings,
    joinCampaigns,
    eraseAccount: scheduleErasure,
    findGrievanceOfficer: () => readGrievanceOfficer(db),
    listNamed: listNamedFilms,
    listPublished: listPublishedCourses,
    names: createSubjectNames(db),
    isCourse: async (courseId: string) => (await readPublished(db, courseId)) !== undefined,
    videoAlarms: createVideoAlarms({
      raise: (alarm) => raiseAlarm(db, { ...alarm, orderId: null }),
      resolve: (subject) => resolveAlarm(db, subject),
      listOpen: (prefix) => listOpenSubjects(db, prefix),
    }),
  }
}

async function openFilms({ settings, db, media, log }: AppServices, locks: NamedLocks) {
  const folder = uploadsFolder(settings.dataDir)
  const ffmpeg = await findFfmpeg(settings.ffmpegPath)
  const finisher = createFilmFinisher({
    db,
    media,
    locks,
    uploads: () => openUploads(folder),
    ffmpeg,
    onError: (error) => log.error({ err: error }, 'film not stored'),
  })
  const madeBy: 'server' | 'browser' = ffmpeg ? 'server' : 'browser'
  return { folder, openUploads: () => openUploads(folder), finisher, films: finisher, madeBy }
}

function openPageViews({ db, log }: AppServices) {
  const pageViews = createPageViews(db)
  const saving = startRecurringJobs(log, [
    { name: 'page views', everyInMs: 5_000, run: () => pageViews.save() },
  ])
  const close = async () => {
    await saving.stop()
    await pageViews.save()
  }
  return { pageViews, close }
}
