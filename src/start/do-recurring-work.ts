import { wantsMailsOf } from '../accounts/mail-consents.ts'
import { readAttachment } from '../checkout/receipts/read-attachment.ts'
import { performRefunds } from '../checkout/refunds/perform-refunds.ts'
import { reconcileDisputes } from '../checkout/settling/reconcile-disputes.ts'
import { reconcileOrders } from '../checkout/settling/reconcile-orders.ts'
import { readSettlements } from '../desk/settlements/read-settlements.ts'
import { forgetUnfinishedUploads } from '../files/forget-unfinished-uploads.ts'
import { uploadsFolder } from '../files/uploads.ts'
import { addUpChanges } from '../insight/figures/add-up-changes.ts'
import { addUpPlays } from '../insight/figures/add-up-plays.ts'
import { recountProgress } from '../learning/recount-progress.ts'
import { forgetOldRows } from '../operations/old-rows/forget-old-rows.ts'
import { priorities } from '../outside/mail/tables.ts'
import { applyDueEmailChanges } from '../people/confirm-email.ts'
import { startRecurringWork } from '../platform/recurring-work.ts'
import { removeUnusedPictures } from '../studio/pictures/remove-unused-pictures.ts'
import { publishWhatIsDue } from '../studio/publish.ts'
import type { Closers } from './closers.ts'
import { keepBackups } from './keep-backups.ts'
import type { Parts } from './open-parts.ts'
import { tendFilms } from './tend-films.ts'
import { tendLetters } from './tend-letters.ts'

/** Starts what runs by the clock in one of the academy's processes: payments, refunds, mail, tidying. */
export async function doRecurringWork(parts: Parts, closers: Closers): Promise<void> {
  const { settings, checkout, log } = parts
  const work = startRecurringWork(
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
        name: 'scheduled publications',
        everyInMs: 5_000,
        run: (stopping) => publishWhatIsDue(checkout.db, stopping),
      },
      {
        name: 'progress of changed courses',
        everyInMs: 5_000,
        run: (stopping) => recountProgress(checkout, { atMostMs: 60_000, stopping }),
      },
      {
        name: 'figures',
        everyInMs: 5_000,
        run: (stopping) => addUpChanges(checkout.db, { stopping }),
      },
      {
        name: 'retention',
        everyInMs: 10_000,
        run: (stopping) => addUpPlays(checkout.db, { stopping }),
      },
      {
        name: 'new addresses',
        everyInMs: 60_000,
        run: (stopping) => applyDueEmailChanges(checkout, stopping),
      },
      {
        name: 'unfinished uploads',
        everyInMs: 3_600_000,
        run: () => forgetUnfinishedUploads(uploadsFolder(settings.dataDir)),
      },
      {
        name: 'unused pictures',
        everyInMs: 3_600_000,
        run: (stopping) => removeUnusedPictures({ db: checkout.db, media: parts.media }, stopping),
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
  await tendFilms(parts, closers)
  await keepBackups(parts, closers)
  await tendLetters(parts, closers)
  const { smtpUrl, from } = settings.mail
  if (smtpUrl !== undefined) await deliverBySmtp(parts, closers, { smtpUrl, from })
}

/** Kept free of letters: many that a server is slow to take hold up no code. */
const connectionsForMails = 2
const connectionsForAll = 3

async function deliverBySmtp(
  { checkout, log }: Parts,
  closers: Closers,
  { smtpUrl, from }: { smtpUrl: string; from: string },
): Promise<void> {
  const [{ createSmtpTransport }, { deliverMails }] = await Promise.all([
    import('../outside/mail/smtp-transport.ts'),
    import('../outside/mail/deliver-mails.ts'),
  ])
  const maxConnections = connectionsForMails + connectionsForAll
  const transport = createSmtpTransport({ smtpUrl, from, maxConnections })
  closers.push(() => transport.close())
  const renderAttachment = (reference: string) => readAttachment(checkout, reference)
  const delivery = { db: checkout.db, transport, renderAttachment, isWanted: wantsMailsOf, log }
  const deliver = (connections: number, mostPriority: number) => (stopping: AbortSignal) =>
    deliverMails(delivery, { connections, mostPriority }, stopping)
  const work = startRecurringWork(
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
