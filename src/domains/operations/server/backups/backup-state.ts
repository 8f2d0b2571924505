import { desc, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../platform/database/database.ts'
import { backupSchedule, backups } from '../tables.ts'
import type { BackupState } from './evaluate-backups.ts'

/** The clocks of a server and of its database may differ by so much. */
const mayDifferByInMs = 10 * 60_000

/**
 * What the clock did last, and what there is. The first look is the time from which backups can be late.
 * What lies ahead is of a clock that went wrong: it counts as not done, or nothing more would be done.
 */
export async function readBackupState(db: Database, now = new Date()): Promise<BackupState> {
  await db.insert(backupSchedule).values({}).onConflictDoNothing()
  const [schedule] = await db.select().from(backupSchedule)
  const latest = new Date(now.getTime() + mayDifferByInMs)
  const [newest] = await db
    .select()
    .from(backups)
    .where(lte(backups.madeAt, latest))
    .orderBy(desc(backups.madeAt))
    .limit(1)
  const past = (at: Date | null | undefined) => (at && at <= latest ? at : null)
  return {
    // Rather an alarm too early than none.
    since: schedule ? (past(schedule.since) ?? new Date(0)) : now,
    askedAt: past(schedule?.askedAt),
    startedAt: past(schedule?.startedAt),
    restoreStartedAt: past(schedule?.restoreStartedAt),
    failure: schedule?.failure ?? null,
    restoreFailure: schedule?.restoreFailure ?? null,
    newestAt: newest?.madeAt ?? null,
    newestKey: newest?.key ?? null,
    restoredAt: past(schedule?.restoredAt),
  }
}

/** Somebody wants a backup now: the next turn of the clock makes it, once however often it is asked for. */
export async function requestBackup(db: Database): Promise<void> {
  await recordSchedule(db, { askedAt: sql`clock_timestamp()` })
}

export async function recordSchedule(
  db: Database,
  noted: PgUpdateSetSource<typeof backupSchedule>,
): Promise<void> {
  await db.insert(backupSchedule).values({}).onConflictDoNothing()
  await db.update(backupSchedule).set(noted)
}
