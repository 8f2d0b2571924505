import { forgetOldAccountData } from '../accounts/forget-old-data.ts'
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
import { forgetOldMails } from '../outside/mail/forget-old-mails.ts'
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
  const work = startRecurringWork(log, [
    { name: 'reconcile payments', everyInMs: 5_000, run: () => reconcileOrders(checkout) },
    { name: 'disputes', everyInMs: 1_800_000, run: () => reconcileDisputes(checkout) },
    { name: 'settlements', everyInMs: 60_000, run: () => readSettlements(checkout) },
    { name: 'refunds', everyInMs: 2_000, run: () => performRefunds(checkout) },
    { name: 'scheduled publications', everyInMs: 5_000, run: () => publishWhatIsDue(checkout.db) },
    {
      name: 'progress of changed courses',
      everyInMs: 5_000,
      run: () => recountProgress(checkout, { atMostMs: 60_000 }),
    },
    { name: 'figures', everyInMs: 5_000, run: () => addUpChanges(checkout.db) },
    { name: 'retention', everyInMs: 10_000, run: () => addUpPlays(checkout.db) },
    { name: 'old data', everyInMs: 3_600_000, run: () => forgetOldAccountData(checkout.db) },
    {
      name: 'unfinished uploads',
      everyInMs: 3_600_000,
      run: () => forgetUnfinishedUploads(uploadsFolder(settings.dataDir)),
    },
    {
      name: 'unused pictures',
      everyInMs: 3_600_000,
      run: () => removeUnusedPictures({ db: checkout.db, media: parts.media }),
    },
    { name: 'old mails', everyInMs: 3_600_000, run: () => forgetOldMails(checkout.db) },
  ])
  closers.push(() => work.stop())
  await tendFilms(parts, closers)
  await keepBackups(parts, closers)
  await tendLetters(parts, closers)
  const { smtpUrl, from } = settings.mail
  if (smtpUrl !== undefined) await deliverBySmtp(parts, closers, { smtpUrl, from })
}

async function deliverBySmtp(
  { checkout, log }: Parts,
  closers: Closers,
  mail: { smtpUrl: string; from: string },
): Promise<void> {
  const { createSmtpTransport, deliverMails } = await import('../outside/mail/deliver-mails.ts')
  const transport = createSmtpTransport(mail)
  closers.push(() => transport.close())
  const renderAttachment = (reference: string) => readAttachment(checkout, reference)
  const work = startRecurringWork(log, [
    {
      name: 'mail',
      everyInMs: 1_000,
      run: () => deliverMails(checkout.db, transport, renderAttachment, log),
    },
  ])
  closers.push(() => work.stop())
}
