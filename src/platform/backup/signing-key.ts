import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { readSigningKey } from './seal.ts'

/** Not part of a backup: whoever can read one could sign another. */
export const signingKeyTable = 'backup_signing_key'

/**
 * The key that this academy signs its backups with, made at the first. An academy of a version that has
 * no place for it signs with one that is forgotten: such a backup is known to be whole, and not whose.
 */
export async function findSigningKey(client: pg.ClientBase): Promise<KeyObject> {
  const made = generateKeyPairSync('ed25519').privateKey
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [
    signingKeyTable,
  ])
  if (rowCount === 0) return made
  const kept = await readKept(client)
  if (kept !== null) return kept
  await client.query(
    `insert into ${signingKeyTable} (private_key) values ($1) on conflict do nothing`,
    [made.export({ format: 'der', type: 'pkcs8' })],
  )
  return (await readKept(client)) ?? made
}

/** Signs what is backed up from now on; what was signed before is still whole, and of the former fingerprint. */
export async function rotateSigningKey(client: pg.ClientBase): Promise<void> {
  const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  await client.query(
    `insert into ${signingKeyTable} (private_key) values ($1)
     on conflict (id) do update set private_key = excluded.private_key`,
    [made],
  )
}

async function readKept(client: pg.ClientBase): Promise<KeyObject | null> {
  const { rows } = await client.query<{ private_key: Buffer }>(
    `select private_key from ${signingKeyTable}`,
  )
  return rows[0] === undefined ? null : readSigningKey(rows[0].private_key)
}
