import type pg from 'pg'
import { openClient } from '../database/open-client.ts'

/**
 * A connection on which values are written alike by every server, and whose statements and pauses may
 * take as long as they do.
 */
export async function openBackupClient(url: string): Promise<pg.Client> {
  const client = await openClient({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'academy backup',
  })
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'`)
  return client
}
