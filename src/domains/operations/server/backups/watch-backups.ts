import type { Database } from '../../../../platform/database/database.ts'
import { raiseAlarm, resolveAlarm } from '../../../checkout/server/settling/alarms.ts'
import { readBackupState } from './backup-state.ts'
import { evaluateBackups, oldestBackupInMs, oldestRestoreInMs } from './evaluate-backups.ts'

const subject = 'backup age'

/** Raises an alarm while the newest backup, or the last proven restore, is too old. */
export async function watchBackups(
  db: Database,
  { isOn, now = new Date() }: { isOn: boolean; now?: Date },
): Promise<void> {
  if (!isOn) return resolveAlarm(db, subject)
  const state = await readBackupState(db)
  const ageOf = (at: Date | null): number => now.getTime() - (at ?? state.since).getTime()
  const isLate =
    ageOf(state.newestAt) > oldestBackupInMs || ageOf(state.restoredAt) > oldestRestoreInMs
  if (!isLate) return resolveAlarm(db, subject)
  await raiseAlarm(db, { subject, message: evaluateBackups(state, now).sentence, orderId: null })
}
