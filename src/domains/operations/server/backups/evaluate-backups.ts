import { formatDateTime } from '../../../../shared/format-date.ts'
import { lastTimeAt } from '../../../../shared/india-time.ts'
import type { Finding } from '../../check-states.ts'

export const hourInMs = 3_600_000
/** One night may be missed; two may not. */
export const oldestBackupInMs = 48 * hourInMs
/** Once a week, and as much later as a backup may be. */
export const oldestRestoreInMs = (7 * 24 + 48) * hourInMs
/** A try that failed, or was killed, is repeated after so long. */
const pauseInMs = 30 * 60_000
const dayInMs = 24 * hourInMs

export interface BackupState {
  since: Date
  newestAt: Date | null
  newestKey: string | null
  restoredAt: Date | null
  askedAt: Date | null
  startedAt: Date | null
  restoreStartedAt: Date | null
  failure: string | null
  restoreFailure: string | null
}

/** Whether a backup should be made now: the hour has passed since the newest, or somebody asked. */
export function isBackupDue(
  { newestAt, askedAt, startedAt }: Pick<BackupState, 'newestAt' | 'askedAt' | 'startedAt'>,
  { atMinute, now }: { atMinute: number; now: Date },
): boolean {
  const isAsked = askedAt !== null && (startedAt === null || askedAt > startedAt)
  if (isAsked) return true
  if (startedAt !== null && now.getTime() - startedAt.getTime() < pauseInMs) return false
  return newestAt === null || newestAt < lastTimeAt(atMinute, now)
}

/** Whether the newest backup should be brought back for a trial: once in seven days. */
export function isRestoreDue(
  {
    newestAt,
    restoredAt,
    restoreStartedAt,
  }: Pick<BackupState, 'newestAt' | 'restoredAt' | 'restoreStartedAt'>,
  now: Date,
): boolean {
  if (newestAt === null) return false
  // A trial that failed is repeated with the next night's backup, not with the same one all day.
  if (restoreStartedAt !== null && restoreStartedAt >= newestAt) return false
  return restoredAt === null || now.getTime() - restoredAt.getTime() >= 7 * dayInMs - hourInMs
}

/** The backups as they stand, in a sentence. */
export function evaluateBackups(state: BackupState, now: Date): Finding {
  const { newestAt, restoredAt, failure, restoreFailure } = state
  const why = failure === null ? '' : ` ${asSentence(failure)}`
  if (newestAt === null) {
    return isOlder(state.since, oldestBackupInMs, now)
      ? { state: 'failing', sentence: `No backup has succeeded yet.${why}` }
      : { state: failure === null ? 'todo' : 'failing', sentence: `No backup was made yet.${why}` }
  }
  const newest = `The newest backup is of ${formatDateTime(newestAt)}`
  if (isOlder(newestAt, oldestBackupInMs, now)) {
    return { state: 'failing', sentence: `${newest}, more than 48 hours ago.${why}` }
  }
  const restoreWhy = restoreFailure === null ? '' : ` ${asSentence(restoreFailure)}`
  if (isOlder(restoredAt ?? state.since, oldestRestoreInMs, now)) {
    return { state: 'failing', sentence: `${newest}, but no restore was proven.${restoreWhy}` }
  }
  if (restoredAt === null) {
    return {
      state: restoreFailure === null ? 'todo' : 'failing',
      sentence: `${newest}; no restore was proven yet.${restoreWhy}`,
    }
  }
  const proven = formatDateTime(restoredAt)
  const later = failure === null ? '' : ` The last try failed: ${asSentence(failure)}`
  return { state: 'ok', sentence: `${newest}. A restore was proven on ${proven}.${later}` }
}

function isOlder(at: Date, limitInMs: number, now: Date): boolean {
  return now.getTime() - at.getTime() > limitInMs
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
