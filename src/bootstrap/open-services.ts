import { createFindReaders } from '../domains/accounts/server/find-readers.ts'
import type { CheckoutDependencies } from '../domains/checkout/server/dependencies.ts'
import { alertOnRejectedKeys } from '../domains/checkout/server/settling/alert-on-rejected-keys.ts'
import { findDressOfMails, findDressOfSheets } from '../domains/look/server/dress.ts'
import { type FollowedSettings, followSettings } from '../domains/site/server/follow-settings.ts'
import { createMailQueue } from '../integrations/mail/queue-mail.ts'
import { createRazorpayClient } from '../integrations/razorpay/client.ts'
import { type ChangeNotices, listenForChanges } from '../platform/database/change-notices.ts'
import type { OpenDatabase } from '../platform/database/database.ts'
import { type Languages, openLanguages } from '../platform/languages/open-languages.ts'
import type { Log } from '../platform/logging.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { createPdfRenderer } from '../platform/pdf/render-pdf.ts'
import { followSecrets, type Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { type Academy, followInAcademy } from './academy.ts'
import type { Closers } from './closers.ts'

/** What serving and the recurring work both stand on, in one process. */
export interface Parts {
  settings: Settings
  academy: Academy
  log: Log
  database: OpenDatabase
  checkout: CheckoutDependencies
  media: MediaStore
  languages: Languages
  changes: ChangeNotices
  followed: FollowedSettings
  /** Read before anything is served: nothing that begins later ends for a database that went away meanwhile. */
  secrets: Secrets
}

export async function openServices(
  given: Pick<Parts, 'settings' | 'academy' | 'log' | 'database'>,
  closers: Closers,
): Promise<Parts> {
  const { settings, academy, log, database } = given
  followInAcademy(academy, settings) // which may have been changed since the academy was described to us
  const { keys, provider, publicUrl } = academy
  const changes = listenForChanges({
    url: academy.databaseUrl,
    onOwnChange: database.onOwnChange,
    onError: (error) => log.warn({ reason: error.message }, 'connection for notices lost'),
  })
  closers.push(() => changes.close())
  const { db } = database
  const { dataDir } = settings
  const followed = followSettings({ db, env: process.env, dataDir, settings, changes, log })
  followed.onChange(() => followInAcademy(academy, settings))
  const languages = await openLanguages(settings.languagesFromPercent)
  const media = await openMediaStore(settings.media)
  const checkout: CheckoutDependencies = {
    db: database.db,
    log,
    queueMail: createMailQueue({
      sender: { brand: settings.brand, publicUrl: () => publicUrl },
      get outbox() {
        return settings.outbox
      },
      findReaders: createFindReaders(languages),
      findDress: findDressOfMails,
    }),
    razorpay: createRazorpayClient({
      keys,
      provider,
      onAnswer: alertOnRejectedKeys({ db: database.db, log }),
    }),
    keys,
    pdfRenderer: createPdfRenderer(
      (message) => log.warn({ message }, 'typesetting'),
      findDressOfSheets(database.db, media),
    ),
    brand: settings.brand,
    languages,
    receipts: settings.receipts,
    figures: settings.figures,
    publicUrl: () => publicUrl,
  }
  const secrets = await followSecrets(db, changes, log)
  return { ...given, languages, checkout, media, changes, followed, secrets }
}
