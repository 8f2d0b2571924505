import { runErasures } from '../domains/privacy/server/erase/run-erasures.ts'
import { makeExports, removeLostExports } from '../domains/privacy/server/exports/make-exports.ts'
import { createRecordAuditEvent } from '../domains/staff/server/record-audit-event.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import { findNotePlaces } from './find-note-places.ts'
import type { Parts } from './open-services.ts'

/** Makes the copies of their data that people asked for, and erases who asked for it once the time has come. */
export function runPrivacyJobs(parts: Parts, closers: Closers): void {
  const { checkout, followed, media, log, settings, secrets } = parts
  const exporting = { ...checkout, followed, media }
  const erasing = {
    ...checkout,
    media,
    recordAuditEvent: createRecordAuditEvent(checkout.db),
    places: () => findNotePlaces(settings, secrets),
  }
  const work = startRecurringJobs(
    log,
    [
      {
        name: 'copies of data',
        everyInMs: 5_000,
        run: (stopping) => makeExports(exporting, stopping),
      },
      {
        name: 'lost copies of data',
        everyInMs: 3_600_000,
        run: () => removeLostExports(exporting),
      },
      { name: 'erasures', everyInMs: 5_000, run: (stopping) => runErasures(erasing, stopping) },
    ],
    closers.stopping,
  )
  closers.push(() => work.stop())
}
