import { remindOfCheckouts } from '../domains/campaigns/server/remind-of-checkouts.ts'
import { sendCampaigns } from '../domains/campaigns/server/send-campaigns.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'

/** Lets letters go out at their time and pace, and reminds of checkouts that were left. */
export function runCampaignJobs({ checkout, log, secrets }: Parts, closers: Closers): void {
  const { db, queueMail, brand, publicUrl, razorpay } = checkout
  const { unsubscribeKey } = secrets
  const sender = { brand, publicUrl }
  const letters = { db, queueMail, sender, unsubscribeKey }
  const work = startRecurringJobs(
    log,
    [
      { name: 'letters', everyInMs: 5_000, run: (stopping) => sendCampaigns(letters, stopping) },
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
