import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'

/** Shows the administrator a trouble, once for as long as it is open. */
export async function raiseAlarm(
  db: Database,
  alarm: { subject: string; message: string; paymentId: string | null },
): Promise<void> {
  await db.execute(sql`
    insert into payment_alarms (subject, payment_id, message)
    values (${alarm.subject}, ${alarm.paymentId}, ${alarm.message})
    on conflict (subject) where resolved_at is null do nothing`)
}

/** Closes a trouble that has passed. */
export async function resolveAlarm(db: Database, subject: string): Promise<void> {
  await db.execute(sql`
    update payment_alarms set resolved_at = clock_timestamp()
     where subject = ${subject} and resolved_at is null`)
}
