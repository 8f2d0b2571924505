import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { migrationLock, takeMigrationLock } from '../database/migrate.ts'
import { isProcessAlive } from '../embedded/postmaster.ts'
import { BackupError } from './backup-error.ts'
import { fileSource } from './backup-source.ts'
import type { BackupContent } from './content-rules.ts'
import { copyOut } from './copy-rows.ts'
import { readDataFiles } from './data-files.ts'
import { listTables, readSequences } from './describe-database.ts'
import type { AcademyHead } from './format.ts'
import { holdSameRows, measureAll } from './measure.ts'
import { openBackupClient } from './open-backup-client.ts'
import { type VerifiedBackup, verifyBackup } from './read-backup-file.ts'
import { fingerprintOfSigner } from './seal.ts'
import { findSigningKey } from './signing-key.ts'
import { type Part, publishFile, removeFile, writeBackupFile } from './write-backup-file.ts'

interface Options {
  databaseUrl: string
  dataDir: string
  /** Where the backup goes. What has this name before keeps it until the new one is proven. */
  path: string
  /** BACKUP_KEY, if there is one. */
  key?: string | undefined
  /** Called with what removes the file under way, should the process be told to stop. */
  onUnfinished?: (remove: () => Promise<void>) => void
}

/**
 * Writes all rows of one instant, and the files of DATA_DIR, to one file; reads that file again and
 * holds it against the same instant. Only then does the file get its name. It is sealed by this academy's
 * own key, and by BACKUP_KEY if there is one.
 */
export async function backUp({
  databaseUrl,
  dataDir,
  path,
  key: secret,
  onUnfinished,
}: Options): Promise<VerifiedBackup> {
  await removeLeftovers(path)
  const unfinished = `${path}${leftoverInfix}${process.pid}`
  onUnfinished?.(() => removeFile(unfinished))
  const client = await openBackupClient(databaseUrl)
  try {
    const signingKey = await findSigningKey(client)
    const academy = await beginSnapshot(client)
    const parts = readAcademy(client, academy, dataDir)
    await writeBackupFile(unfinished, parts, { signingKey, secret })
    const signedBy = fingerprintOfSigner(signingKey)
    const content = await verifyBackup(fileSource(unfinished), { signedBy })
    await compareWithSnapshot(client, content)
    await publishFile(unfinished, path)
    return content
  } finally {
    await removeFile(unfinished)
    await client.end()
  }
}

const leftoverInfix = '.unfinished-'

/** What a backup that was killed left behind. */
async function removeLeftovers(path: string): Promise<void> {
  const prefix = `${basename(path)}${leftoverInfix}`
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix))
  const abandoned = names.filter((name) => !isProcessAlive(Number(name.slice(prefix.length))))
  await Promise.all(abandoned.map((name) => removeFile(join(dirname(path), name))))
}

/** From here on the client sees one instant, and no migration can change a table under it. */
async function beginSnapshot(client: pg.Client): Promise<AcademyHead> {
  await takeMigrationLock(client, 'pg_try_advisory_lock_shared')
  await client.query('begin isolation level repeatable read, read only')
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw new BackupError('There is no academy in this database yet: nothing was backed up.')
  }
  const names = tables.map(({ name }) => name).join(', ')
  await client.query(`lock table ${names} in access share mode`)
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock])
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const server = await client.query<{ server_version: string }>('show server_version')
  return {
    kind: 'academy',
    made_at: new Date().toISOString(),
    postgres: server.rows[0]?.server_version ?? '',
    migrations: rows.map(({ name }) => name),
    tables,
    sequences: await readSequences(client),
  }
}

async function* readAcademy(
  client: pg.Client,
  academy: AcademyHead,
  dataDir: string,
): AsyncGenerator<Part> {
  yield { head: academy }
  for (const table of academy.tables) {
    yield { head: { kind: 'table', ...table }, content: copyOut(client, table) }
  }
  yield* readDataFiles(dataDir)
  yield { head: { kind: 'end' } }
}

async function compareWithSnapshot(client: pg.Client, content: BackupContent): Promise<void> {
  for (const table of content.academy.tables) {
    const written = content.tables.get(table.name)
    const stored = await measureAll(copyOut(client, table))
    if (written === undefined || !holdSameRows(written, stored)) {
      throw new BackupError(
        `What was written of the table ${table.name} is not what the database holds: no backup was kept.`,
      )
    }
  }
}
