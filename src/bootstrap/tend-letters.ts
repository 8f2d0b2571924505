import { remindOfCheckouts } from '../domains/campaigns/server/remind-of-checkouts.ts'
import { sendLetters } from '../domains/campaigns/server/send-letters.ts'
import { startRecurringWork } from '../platform/recurring-work.ts'
import { readSecrets } from '../platform/secrets.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-parts.ts'

/** Lets letters go out at their time and pace, and reminds of checkouts that were left. */
export async function tendLetters({ checkout, log }: Parts, closers: Closers): Promise<void> {
  const { db, queueMail, brand, publicUrl, razorpay } = checkout
  const { unsubscribeKey } = await readSecrets(db)
  const sender = { brandName: brand.name, supportEmail: brand.supportEmail, publicUrl }
  const letters = { db, queueMail, sender, unsubscribeKey }
  const work = startRecurringWork(
    log,
    [
      { name: 'letters', everyInMs: 5_000, run: (stopping) => sendLetters(letters, stopping) },
      {
        name: 'reminders of checkouts',
        everyInMs: 600_000,
        run: (stopping) => remindOfCheckouts({ ...letters, razorpay }, stopping),
      },
    ],
    closers.stopping,
  )
  closers.push(() => work.stop())
}
