import { resolve } from 'node:path'
import {
  backUpWhenDue,
  clearUpAfterKill,
} from '../domains/operations/server/backups/back-up-when-due.ts'
import type { BackupDependencies } from '../domains/operations/server/backups/dependencies.ts'
import { watchBackups } from '../domains/operations/server/backups/watch-backups.ts'
import { clearWorkFolder } from '../domains/operations/server/backups/work-folder.ts'
import { academyMigrations } from '../platform/database/migrate.ts'
import { createNamedLocks, type NamedLocks } from '../platform/database/named-locks.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'

/** Backups by the clock, if the settings say where to, and the alarm about their age. */
export async function runBackupJobs(
  parts: Parts,
  closers: Closers,
  ownerUrl: string,
): Promise<void> {
  const { settings, database, log, secrets } = parts
  const { db } = database
  const watch = startRecurringJobs(
    log,
    [
      {
        name: 'age of backups',
        everyInMs: 600_000,
        run: () => watchBackups(db, { isOn: settings.backup.store !== undefined }),
      },
    ],
    closers.stopping,
  )
  closers.push(() => watch.stop())
  const named = createNamedLocks(database.pool)
  let isOurs = false
  const locks: NamedLocks = {
    hold: async (...asked) => {
      const release = await named.hold(...asked)
      isOurs = true
      return async () => {
        isOurs = false
        await release()
      }
    },
  }
  const common = {
    db,
    log,
    locks,
    academyId: secrets.academyId,
    databaseUrl: ownerUrl,
    dataDir: resolve(settings.dataDir),
    migrations: academyMigrations.folder,
  }
  let known: { of: unknown; opened: MediaStore } | null = null
  /** By the settings of now, which an owner may change. Null: no backups are made. */
  const find = async (): Promise<BackupDependencies | null> => {
    const { store, key, atMinute } = settings.backup
    if (store === undefined) return null
    if (known?.of !== store)
      known = { of: store, opened: await openMediaStore(store, 'BACKUP_URL') }
    return { ...common, store: known.opened, key, atMinute }
  }
  await find() // one that cannot be reached is told at the start
  let isClear = false
  const work = startRecurringJobs(
    log,
    [
      {
        name: 'backups',
        everyInMs: 10_000,
        run: async () => {
          const deps = await find()
          if (!deps) return
          if (!isClear) await clearUpAfterKill(deps)
          isClear = true
          await backUpWhenDue(deps)
        },
      },
    ],
    closers.stopping,
  )
  // Not waited for: a backup may take long, and one that is cut short counts for nothing. Another
  // process's goes on: the next one's, to which this hands over.
  closers.push(async () => {
    void work.stop()
    if (isOurs) await clearWorkFolder(common)
  })
}
