import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  backUpWhenDue,
  clearUpAfterKill,
} from '../domains/operations/server/backups/back-up-when-due.ts'
import type { BackupDependencies } from '../domains/operations/server/backups/dependencies.ts'
import { watchBackups } from '../domains/operations/server/backups/watch-backups.ts'
import { clearWorkFolder } from '../domains/operations/server/backups/work-folder.ts'
import { academyMigrations } from '../platform/database/migrate.ts'
import { createNamedLocks } from '../platform/database/named-locks.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import { readSecrets } from '../platform/secrets.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'

/** Backups by the clock, if the settings say where to, and the alarm about their age. */
export async function runBackupJobs(parts: Parts, closers: Closers): Promise<void> {
  const { settings, academy, database, log } = parts
  const { store, key, atMinute } = settings.backup
  const { db } = database
  const watch = startRecurringJobs(
    log,
    [
      {
        name: 'age of backups',
        everyInMs: 600_000,
        run: () => watchBackups(db, { isOn: store !== undefined }),
      },
    ],
    closers.stopping,
  )
  closers.push(() => watch.stop())
  if (store === undefined) return
  const { codeKey } = await readSecrets(db)
  const deps: BackupDependencies = {
    db,
    log,
    locks: createNamedLocks(database.pool),
    store: await openMediaStore(store, 'BACKUP_URL'),
    key,
    atMinute,
    academyId: hash('sha256', `backups of ${codeKey}`).slice(0, 8),
    databaseUrl: academy.databaseUrl,
    dataDir: resolve(settings.dataDir),
    migrations: academyMigrations.folder,
  }
  let isClear = false
  const work = startRecurringJobs(
    log,
    [
      {
        name: 'backups',
        everyInMs: 10_000,
        run: async () => {
          if (!isClear) await clearUpAfterKill(deps)
          isClear = true
          await backUpWhenDue(deps)
        },
      },
    ],
    closers.stopping,
  )
  // Not waited for: a backup may take long, and one that is cut short counts for nothing.
  closers.push(async () => {
    void work.stop()
    await clearWorkFolder(deps)
  })
}
