import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { alarms } from '../tables.ts'

const isOpen = isNull(alarms.resolvedAt)
const resolved = { resolvedAt: sql`clock_timestamp()` }

/** Shows the administrator a trouble, once for as long as it is open. */
export async function raiseAlarm(
  db: Database,
  { subject, message, orderId }: { subject: string; message: string; orderId: string | null },
): Promise<void> {
  await db
    .insert(alarms)
    .values({ subject, message, orderId })
    .onConflictDoNothing({ target: alarms.subject, where: sql`resolved_at is null` })
}

/**
 * The same of something that has happened and is heard of again and again: what was dealt with stays so
 * until there is something new to say.
 */
export async function raiseNewAlarm(
  db: Database,
  alarm: Parameters<typeof raiseAlarm>[1],
): Promise<void> {
  const { subject, message } = alarm
  const isKnown = and(eq(alarms.subject, subject), eq(alarms.message, message))
  if ((await db.$count(alarms, isKnown)) === 0) await raiseAlarm(db, alarm)
}

/** Closes a trouble that has passed. */
export async function resolveAlarm(db: Database, subject: string): Promise<void> {
  await db
    .update(alarms)
    .set(resolved)
    .where(and(eq(alarms.subject, subject), isOpen))
}

/** Closes a trouble that an administrator has dealt with, and says which. Null: no such one is open. */
export async function closeAlarm(db: Database, id: number): Promise<string | null> {
  const [closed] = await db
    .update(alarms)
    .set(resolved)
    .where(and(eq(alarms.id, id), isOpen))
    .returning({ message: alarms.message })
  return closed?.message ?? null
}

/** Open troubles, newest first. */
export async function listOpenAlarms(db: Database): Promise<(typeof alarms.$inferSelect)[]> {
  return db.select().from(alarms).where(isOpen).orderBy(desc(alarms.raisedAt)).limit(100)
}

/** The subjects of open troubles that begin like this. */
export async function listOpenSubjects(db: Database, prefix: string): Promise<string[]> {
  const found = await db
    .select({ subject: alarms.subject })
    .from(alarms)
    .where(and(isOpen, sql`starts_with(${alarms.subject}, ${prefix})`))
  return found.map(({ subject }) => subject)
}
