import { wantsMailsOf } from '../domains/accounts/server/mail-consents.ts'
import { aggregateChanges } from '../domains/analytics/server/figures/aggregate-changes.ts'
import { aggregatePlays } from '../domains/analytics/server/figures/aggregate-plays.ts'
import { removeLostFiles } from '../domains/assignments/server/keep-file.ts'
import { countWaiting } from '../domains/assignments/server/list-submissions.ts'
import { readAttachment } from '../domains/checkout/server/receipts/read-attachment.ts'
import { keepGuarantees } from '../domains/checkout/server/refunds/keep-guarantees.ts'
import { performRefunds } from '../domains/checkout/server/refunds/perform-refunds.ts'
import { reconcileDisputes } from '../domains/checkout/server/settling/reconcile-disputes.ts'
import { reconcileOrders } from '../domains/checkout/server/settling/reconcile-orders.ts'
import { publishPagesDue } from '../domains/content/server/publish-pages.ts'
import { columnsWithPictures as shownBy } from '../domains/content/server/read-pages.ts'
import { sendDigests } from '../domains/discussion/server/tell-by-mail.ts'
import { forgetUnfinishedUploads } from '../domains/files/server/forget-unfinished-uploads.ts'
import { uploadsFolder } from '../domains/files/server/uploads.ts'
import { listUploadingFilms } from '../domains/films/server/run-film-jobs.ts'
import { readSettlements } from '../domains/finance/server/settlements/read-settlements.ts'
import { applyDueEmailChanges } from '../domains/learners/server/confirm-email.ts'
import { recountProgress } from '../domains/learning/server/recount-progress.ts'
import { forgetOldRows } from '../domains/operations/server/old-rows/forget-old-rows.ts'
import { createRecordAuditEvent } from '../domains/staff/server/record-audit-event.ts'
import { removeUnusedPictures } from '../domains/studio/server/pictures/remove-unused-pictures.ts'
import { publishWhatIsDue } from '../domains/studio/server/publish.ts'
import type { MailTransport } from '../integrations/mail/mail-transport.ts'
import { priorities } from '../integrations/mail/tables.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'
import { runBackupJobs } from './run-backup-jobs.ts'
import { runCampaignJobs } from './run-campaign-jobs.ts'
import { runFilmJobs } from './run-film-jobs.ts'
import { runPrivacyJobs } from './run-privacy-jobs.ts'

/** Starts what runs by the clock in one of the academy's processes: payments, refunds, mail, tidying; backups by the owner of the tables. */
export async function runRecurringJobs(
  parts: Parts,
  closers: Closers,
  ownerUrl: string,
): Promise<void> {
  const { settings, checkout, log } = parts
  const recordAuditEvent = createRecordAuditEvent(checkout.db)
  const work = startRecurringJobs(
    log,
    [
      {
        name: 'reconcile payments',
        everyInMs: 5_000,
        run: (stopping) => reconcileOrders(checkout, stopping),
      },
      {
        name: 'disputes',
        everyInMs: 1_800_000,
        run: (stopping) => reconcileDisputes(checkout, stopping),
      },
      {
        name: 'settlements',
        everyInMs: 60_000,
        run: (stopping) => readSettlements(checkout, { stopping }),
      },
      {
        name: 'refunds',
        everyInMs: 2_000,
        run: (stopping) => performRefunds(checkout, { stopping }),
      },
      {
        name: 'guarantees',
        everyInMs: 3_600_000,
        run: () => keepGuarantees(checkout),
      },
      {
        name: 'scheduled publications',
        everyInMs: 5_000,
        run: (stopping) => publishWhatIsDue(checkout.db, stopping),
      },
      {
        name: 'scheduled pages',
        everyInMs: 5_000,
        run: (stopping) => publishPagesDue(checkout.db, () => settings.brand, stopping),
      },
      {
        name: 'progress of changed courses',
        everyInMs: 5_000,
        run: (stopping) => recountProgress(checkout, { atMostMs: 60_000, stopping }),
      },
      {
        name: 'figures',
        everyInMs: 5_000,
        run: (stopping) => aggregateChanges(checkout.db, { stopping }),
      },
      {
        name: 'retention',
        everyInMs: 10_000,
        run: (stopping) => aggregatePlays(checkout.db, { stopping }),
      },
      {
        name: 'daily mails to who learns and teaches',
        everyInMs: 60_000,
        run: (stopping) => sendDigests({ ...checkout, countHandedIn: countWaiting }, stopping),
      },
      {
        name: 'new addresses',
        everyInMs: 60_000,
        run: (stopping) => applyDueEmailChanges({ ...checkout, recordAuditEvent }, stopping),
      },
      {
        name: 'unfinished uploads',
        everyInMs: 3_600_000,
        run: () =>
          forgetUnfinishedUploads(uploadsFolder(settings.dataDir), () =>
            listUploadingFilms(checkout.db),
          ),
      },
      {
        name: 'lost files of learners',
        everyInMs: 24 * 3_600_000,
        run: () => removeLostFiles({ db: checkout.db, media: parts.media }),
      },
      {
        name: 'unused pictures',
        everyInMs: 3_600_000,
        run: (stopping) =>
          removeUnusedPictures({ db: checkout.db, media: parts.media, shownBy }, stopping),
      },
      {
        name: 'old rows',
        everyInMs: 3_600_000,
        run: (stopping) => forgetOldRows(checkout.db, stopping),
      },
    ],
    closers.stopping,
  )
  closers.push(() => work.stop())
  await runFilmJobs(parts, closers)
  await runBackupJobs(parts, closers, ownerUrl)
  runCampaignJobs(parts, closers)
  runPrivacyJobs(parts, closers)
  deliverBySmtp(parts, closers)
}

/** Kept free of letters: many that a server is slow to take hold up no code. */
const connectionsForMails = 2
const connectionsForAll = 3

/** By the mail server of now, which an owner may change. */
function deliverBySmtp({ settings, checkout, log }: Parts, closers: Closers): void {
  const maxConnections = connectionsForMails + connectionsForAll
  let known: { of: string; transport: MailTransport } | null = null
  closers.push(() => known?.transport.close())
  const renderAttachment = (reference: string) => readAttachment(checkout, reference)
  const delivery = { db: checkout.db, renderAttachment, isWanted: wantsMailsOf, log }
  const deliver =
    (connections: number, mostPriority: number) =>
    async (stopping: AbortSignal): Promise<void> => {
      const { smtpUrl, from } = settings.mail
      if (smtpUrl === undefined) return
      const [{ createSmtpTransport }, { deliverMails }] = await Promise.all([
        import('../integrations/mail/smtp-transport.ts'),
        import('../integrations/mail/deliver-mails.ts'),
      ])
      const of = `${smtpUrl} ${from}`
      if (known?.of !== of) {
        known?.transport.close()
        known = { of, transport: createSmtpTransport({ smtpUrl, from, maxConnections }) }
      }
      const { transport } = known
      await deliverMails({ ...delivery, transport }, { connections, mostPriority }, stopping)
    }
  const work = startRecurringJobs(
    log,
    [
      { name: 'mail', everyInMs: 1_000, run: deliver(connectionsForMails, priorities.normal) },
      {
        name: 'mail to many',
        everyInMs: 1_000,
        run: deliver(connectionsForAll, priorities.letter),
      },
    ],
    closers.stopping,
  )
  closers.push(() => work.stop())
}
