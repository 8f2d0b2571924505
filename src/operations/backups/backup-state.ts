import { desc, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/database/database.ts'
import { backupSchedule, backups } from '../tables.ts'
import type { BackupState } from './judge-backups.ts'

/** What the clock did last, and what there is. The first look is the time from which backups can be late. */
export async function readBackupState(db: Database): Promise<BackupState> {
  await db.insert(backupSchedule).values({}).onConflictDoNothing()
  const [schedule] = await db.select().from(backupSchedule)
  const [newest] = await db.select().from(backups).orderBy(desc(backups.madeAt)).limit(1)
  return {
    since: schedule?.since ?? new Date(),
    askedAt: schedule?.askedAt ?? null,
    startedAt: schedule?.startedAt ?? null,
    restoreStartedAt: schedule?.restoreStartedAt ?? null,
    failure: schedule?.failure ?? null,
    restoreFailure: schedule?.restoreFailure ?? null,
    newestAt: newest?.madeAt ?? null,
    newestKey: newest?.key ?? null,
    restoredAt: schedule?.restoredAt ?? null,
  }
}

/** Somebody wants a backup now: the next turn of the clock makes it, once however often it is asked for. */
export async function askForBackup(db: Database): Promise<void> {
  await noteSchedule(db, { askedAt: sql`clock_timestamp()` })
}

export async function noteSchedule(
  db: Database,
  noted: PgUpdateSetSource<typeof backupSchedule>,
): Promise<void> {
  await db.insert(backupSchedule).values({}).onConflictDoNothing()
  await db.update(backupSchedule).set(noted)
}
