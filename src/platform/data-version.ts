import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from './database.ts'

const channel = 'academy_public_data'

/** Changes whenever public data may have changed, in this process or any other. */
export interface DataVersion {
  current(): string
  /** Call after committing a change that visitors can see. */
  bump(): void
  close(): Promise<void>
}

/** Tells every process, on commit of the transaction in `db`, that public data changed. */
export async function announceDataChange(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, '')`)
}

/**
 * Listens for changes on a connection of its own. While that connection is away, changes could be
 * missed: the version then moves on at every read, so that nothing stale is served.
 */
export function followDataVersion(url: string, onError: (error: Error) => void): DataVersion {
  let counter = 0
  let isListening = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'academy data version' })
    client = fresh
    const lost = (): void => {
      if (client !== fresh) return
      client = undefined
      isListening = false
      if (!isClosed) retry = setTimeout(start, 500)
    }
    fresh.on('error', (error) => {
      onError(error)
      lost()
    })
    fresh.on('end', lost)
    fresh.on('notification', () => {
      counter += 1
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    counter += 1
    isListening = true
  }
  const start = (): void => {
    listen().catch((error: Error) => {
      onError(error)
      client?.end().catch(() => undefined)
      client = undefined
      if (!isClosed) retry = setTimeout(start, 500)
    })
  }
  start()

  return {
    current: () => {
      if (!isListening) counter += 1
      return String(counter)
    },
    bump: () => {
      counter += 1
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
