import { remindOfCheckouts } from '../domains/campaigns/server/remind-of-checkouts.ts'
import { sendCampaigns } from '../domains/campaigns/server/send-campaigns.ts'
import { remindOfPlans } from '../domains/reminders/server/remind.ts'
import { tellOfLessons } from '../domains/reminders/server/tell-of-lessons.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'

/** Lets letters go out at their time and pace, and reminds of plans, and of checkouts that were left. */
export function runCampaignJobs(
  { checkout, followed, log, secrets }: Parts,
  closers: Closers,
): void {
  const { db, queueMail, brand, publicUrl, razorpay, languages } = checkout
  const { unsubscribeKey } = secrets
  const sender = { brand, publicUrl }
  const letters = { db, queueMail, sender, unsubscribeKey }
  const reminding = { ...letters, followed, languages, log }
  const work = startRecurringJobs(
    log,
    [
      { name: 'letters', everyInMs: 5_000, run: (stopping) => sendCampaigns(letters, stopping) },
      {
        name: 'reminders of plans',
        everyInMs: 30_000,
        run: (stopping) => remindOfPlans(reminding, stopping),
      },
      {
        name: 'mails of lessons that opened',
        everyInMs: 60_000,
        run: (stopping) => tellOfLessons(reminding, stopping),
      },
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
