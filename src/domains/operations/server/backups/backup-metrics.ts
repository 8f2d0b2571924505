import { Gauge } from 'prom-client'
import type { Database } from '../../../../platform/database/database.ts'
import { readBackupState } from './backup-state.ts'

/** How old the newest backup and the last proven restore are; no value while there is none. */
export function backupMetrics(db: Database): Gauge[] {
  const ageGauge = (name: string, help: string, which: 'newestAt' | 'restoredAt') =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const at = (await readBackupState(db))[which]
        if (at === null) this.remove()
        else this.set((Date.now() - at.getTime()) / 1000)
      },
    })
  return [
    ageGauge(
      'academy_backup_age_seconds',
      'Since the newest backup that was read again',
      'newestAt',
    ),
    ageGauge(
      'academy_proven_restore_age_seconds',
      'Since a backup was last brought back into a database made for that',
      'restoredAt',
    ),
  ]
}
