import pg from 'pg'

/**
 * A connection on which values are written alike by every server, and whose statements and pauses may
 * take as long as they do.
 */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'academy backup',
  })
  // A lost connection fails the query under way; unheard, the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'`)
  return client
}
