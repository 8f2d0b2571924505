import { createFindLanguages } from '../domains/accounts/server/find-languages.ts'
import type { CheckoutDependencies } from '../domains/checkout/server/dependencies.ts'
import { alertOnRejectedKeys } from '../domains/checkout/server/settling/alert-on-rejected-keys.ts'
import { createMailQueue } from '../integrations/mail/queue-mail.ts'
import { createRazorpayClient } from '../integrations/razorpay/client.ts'
import type { OpenDatabase } from '../platform/database/database.ts'
import { type Languages, openLanguages } from '../platform/languages/open-languages.ts'
import type { Log } from '../platform/logging.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { createPdfRenderer } from '../platform/pdf/render-pdf.ts'
import type { Settings } from '../platform/settings.ts'
import type { Academy } from './academy.ts'

/** What serving and the recurring work both stand on, in one process. */
export interface Parts {
  settings: Settings
  academy: Academy
  log: Log
  database: OpenDatabase
  checkout: CheckoutDependencies
  media: MediaStore
  languages: Languages
}

export async function openServices(
  given: Omit<Parts, 'checkout' | 'media' | 'languages'>,
): Promise<Parts> {
  const { settings, academy, log, database } = given
  const { keys, provider, publicUrl } = academy
  const languages = await openLanguages(settings.languagesFromPercent)
  const checkout: CheckoutDependencies = {
    db: database.db,
    log,
    queueMail: createMailQueue({
      sender: {
        brandName: settings.brand.name,
        supportEmail: settings.brand.supportEmail,
        publicUrl: () => publicUrl,
      },
      outbox: settings.outbox,
      findLanguages: createFindLanguages(languages),
    }),
    razorpay: createRazorpayClient({
      ...keys,
      apiUrl: provider.apiUrl,
      onAnswer: alertOnRejectedKeys({ db: database.db, log }),
    }),
    ...keys,
    pdfRenderer: createPdfRenderer((message) => log.warn({ message }, 'typesetting')),
    brand: settings.brand,
    languages,
    guaranteeInDays: settings.figures.guaranteeInDays,
    receiptPrefix: settings.receiptPrefix,
    publicUrl: () => publicUrl,
  }
  return { ...given, languages, checkout, media: await openMediaStore(settings.media) }
}
