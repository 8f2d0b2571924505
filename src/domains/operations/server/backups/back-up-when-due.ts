import { sql } from 'drizzle-orm'
import { LockHeldError, type NamedLocks } from '../../../../platform/database/named-locks.ts'
import { readBackupState, recordSchedule } from './backup-state.ts'
import type { BackupDependencies } from './dependencies.ts'
import { isBackupDue, isRestoreDue } from './evaluate-backups.ts'
import { makeBackup } from './make-backup.ts'
import { verifyRestore } from './verify-restore.ts'
import { clearWorkFolder } from './work-folder.ts'

/**
 * Makes the night's backup if its hour has passed, and once a week brings the newest one back. One
 * process does it; killed in the middle, the next turn after half an hour begins anew.
 */
export async function backUpWhenDue(deps: BackupDependencies, now = new Date()): Promise<void> {
  if (!(await isAnythingDue(deps, now))) return
  const release = await tryToHold(deps.locks)
  if (release === null) return
  try {
    // Asked again: another process may have done it while we waited.
    const before = await readBackupState(deps.db)
    if (isBackupDue(before, { atMinute: deps.atMinute, now })) await tryBackup(deps)
    const after = await readBackupState(deps.db)
    if (isRestoreDue(after, now) && after.newestKey !== null) {
      await tryRestore(deps, after.newestKey)
    }
  } finally {
    await release()
  }
}

/** What a process that was killed left, a running database server perhaps, goes with the next start. */
export async function clearUpAfterKill(deps: BackupDependencies): Promise<void> {
  const release = await tryToHold(deps.locks)
  if (release === null) return
  try {
    await clearWorkFolder(deps)
  } finally {
    await release()
  }
}

async function isAnythingDue(deps: BackupDependencies, now: Date): Promise<boolean> {
  const state = await readBackupState(deps.db)
  return isBackupDue(state, { atMinute: deps.atMinute, now }) || isRestoreDue(state, now)
}

async function tryToHold(locks: NamedLocks): Promise<(() => Promise<void>) | null> {
  try {
    return await locks.hold('nightly backup', { onWanted: () => undefined, timeoutInMs: 0 })
  } catch (error) {
    if (error instanceof LockHeldError) return null
    throw error
  }
}

async function tryBackup(deps: BackupDependencies): Promise<void> {
  await recordSchedule(deps.db, { startedAt: sql`clock_timestamp()` })
  try {
    await makeBackup(deps)
    await recordSchedule(deps.db, { failure: null })
  } catch (error) {
    deps.log.error({ err: error }, 'no backup was made')
    await recordSchedule(deps.db, { failure: describe(error) })
  }
}

async function tryRestore(deps: BackupDependencies, key: string): Promise<void> {
  await recordSchedule(deps.db, { restoreStartedAt: sql`clock_timestamp()` })
  try {
    await verifyRestore(deps, key)
    await recordSchedule(deps.db, { restoredAt: sql`clock_timestamp()`, restoreFailure: null })
  } catch (error) {
    deps.log.error({ err: error, backup: key }, 'the restore of a backup was not proven')
    await recordSchedule(deps.db, { restoreFailure: describe(error) })
  }
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
