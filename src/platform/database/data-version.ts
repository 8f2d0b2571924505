import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { DatabaseNotices } from './database-notices.ts'

export const dataVersionChannel = 'academy_public_data'

/** Changes whenever public data may have changed, in this process or any other. */
export interface DataVersion {
  current(): string
  /** Call after committing a change that visitors can see. */
  bump(): void
}

/** Tells every process, on commit of the transaction in `db`, that public data changed. */
export async function announceDataChange(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${dataVersionChannel}, '')`)
}

/**
 * While notices are not heard, changes could be missed: the version then moves on at every read, so
 * that nothing stale is served.
 */
export function followDataVersion(notices: Pick<DatabaseNotices, 'on' | 'areHeard'>): DataVersion {
  let counter = 0
  const bump = (): void => {
    counter += 1
  }
  notices.on(dataVersionChannel, bump)
  return {
    current: () => {
      if (!notices.areHeard()) bump()
      return String(counter)
    },
    bump,
  }
}
