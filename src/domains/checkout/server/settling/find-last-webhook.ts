import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { orderEvents } from '../tables.ts'

/** When the provider last told us something by itself. Null: it never did. */
export async function findLastWebhook(db: Database): Promise<Date | null> {
  const [last] = await db
    .select({ happenedAt: orderEvents.happenedAt })
    .from(orderEvents)
    // Written out: the index of webhooks alone answers no parameter.
    .where(eq(orderEvents.source, sql.raw(`'webhook'`)))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.happenedAt ?? null
}
