import type pg from 'pg'

export interface DatabaseServer {
  /** As it names itself, e.g. 18.4. */
  version: string
  sizeInBytes: number
  /** So far is its clock behind this machine's; below 0: ahead. */
  clockBehindInMs: number
}

/** What the database says of itself. */
export async function describeServer(pool: pg.Pool): Promise<DatabaseServer> {
  const { rows } = await pool.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version,
      pg_database_size(current_database())::text as size`,
  )
  const [{ version, size } = { version: '', size: '0' }] = rows
  // By itself: how long it took to measure the size must not count.
  const askedAt = Date.now()
  const clock = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const now = clock.rows[0]?.now.getTime() ?? askedAt
  return {
    version: version.split(' ')[0] ?? version,
    sizeInBytes: Number(size),
    clockBehindInMs: (askedAt + Date.now()) / 2 - now,
  }
}
