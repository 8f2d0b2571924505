import { chmod, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { removeTrial } from '../domains/operations/server/backups/work-folder.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { decrypted, fileSource } from '../platform/backup/backup-source.ts'
import { rehearsalName } from '../platform/backup/data-files.ts'
import { describeContent } from '../platform/backup/describe-content.ts'
import { listTables } from '../platform/backup/describe-database.ts'
import { verifyBackup } from '../platform/backup/read-backup-file.ts'
import { restore } from '../platform/backup/restore.ts'
import { academyMigrations, migrate } from '../platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { recreateDatabase } from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'
import { openServices } from './open-services.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'
import { serveAcademy } from './serve-academy.ts'

// Run by `academy update`, as the new version: node src/bootstrap/rehearse-update.ts BACKUP
await runCommand(async (given, log, closers) => {
  const path = process.argv[2]
  if (path === undefined) throw new BackupError('Name the backup to rehearse with.')
  const { url, described } = await bringBack(given, log, { closers, path })
  const database = openAcademyDatabase(given, log, url)
  closers.push(() => database.close())
  const before = await takeStock(database.pool)
  const startedAt = Date.now()
  const ran = await migrate(database.pool, academyMigrations)
  const seconds = Math.ceil((Date.now() - startedAt) / 1000)
  const differences = compare(before, await takeStock(database.pool))
  const pages = await lookAtPages(given, log, { closers, url, database })
  // Definitions are new to a database that was restored, every one of them.
  const numbered = ran.filter((name) => !name.includes('/'))
  const list = numbered.map((name) => `\n  ${name}`).join('')
  return [
    `Rehearsed with ${described}.`,
    `Migrations to come: ${numbered.length}, which took ${seconds} s.${list}`,
    ...differences,
    `No row and no sum of money is lost, no number is missing that was there, and ${pages} pages answer.`,
  ].join('\n')
})

/** Into a database of its own, beside that of the academy, gone when we end. */
async function bringBack(
  settings: Settings,
  log: Log,
  { closers, path }: { closers: Closers; path: string },
): Promise<{ url: string; described: string }> {
  const source = decrypted(fileSource(resolve(path)), settings.backup.key)
  const content = await verifyBackup(source, { isGiven: true }) // the academy's own, of a moment ago
  const folder = join(resolve(settings.dataDir), rehearsalName)
  await removeTrial(log, folder) // of who was killed
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711) // the database's own user goes through it
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const { stopping } = closers
  const starting = startEmbeddedPostgres({ dataDir: folder, log, durable: false, stopping })
  const embedded = await closers.open(starting, (opened) => opened.stop())
  await recreateDatabase(embedded.superuserUrl)
  const { url } = embedded
  const migrations = academyMigrations.folder
  await restore({ databaseUrl: url, dataDir: null, migrations, source, content })
  return { url, described: describeContent(content) }
}

/** By table, or column with money: how many rows, how many paise. By series: numbers that are missing. */
interface Stock {
  rows: Map<string, bigint>
  money: Map<string, bigint>
  missing: Map<string, bigint>
}

async function takeStock(pool: pg.Pool): Promise<Stock> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const count = async (of: string, from: string): Promise<bigint> => {
      const { rows } = await client.query<{ n: string }>(`select ${of}::text as n from ${from}`)
      return BigInt(rows[0]?.n ?? 0)
    }
    const stock: Stock = { rows: new Map(), money: new Map(), missing: new Map() }
    for (const { name, columns } of await listTables(client)) {
      stock.rows.set(name, await count('count(*)', name))
      for (const column of columns.filter((column) => column.endsWith('_in_paise'))) {
        const sum = await count(`coalesce(sum(${column}), 0)`, name)
        stock.money.set(`${name}.${column}`, sum)
      }
    }
    for (const numbered of ['receipts', 'tax_documents']) {
      const of = '(select max(number) - count(*) as n from'
      const from = `${of} ${numbered} group by series) as series`
      stock.missing.set(numbered, await count('coalesce(sum(n), 0)', from))
    }
    return stock
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
}

/** What differs, told; what may not is an error. */
function compare(before: Stock, after: Stock): string[] {
  const lost = [...before.rows].filter(([name, rows]) => (after.rows.get(name) ?? 0n) < rows)
  const changed = [...before.money].filter(([name, sum]) => after.money.get(name) !== sum)
  const missing = [...after.missing].filter(([name, n]) => n !== before.missing.get(name))
  const faults = [
    ...lost.map(([name, n]) => `${name} had ${n} rows and has ${after.rows.get(name) ?? 'none'}`),
    ...changed.map(([name, n]) => `${name} was ${n} paise and is ${after.money.get(name)}`),
    ...missing.map(([name, n]) => `${n} numbers are missing in ${name}`),
  ]
  if (faults.length > 0) {
    throw new BackupError(`The update would not keep what there is: ${faults.join('; ')}.`)
  }
  return [...after.rows]
    .filter(([name, rows]) => rows !== before.rows.get(name) && name !== 'migrations')
    .map(([name, rows]) => `${name} had ${before.rows.get(name) ?? 'no'} rows and has ${rows}.`)
}

/** Served to us alone, with nothing that runs by the clock: no mail leaves, nobody is asked for money. */
async function lookAtPages(
  given: Settings,
  log: Log,
  {
    closers,
    url,
    database,
  }: { closers: Closers; url: string; database: ReturnType<typeof openAcademyDatabase> },
): Promise<number> {
  const settings = { ...(await addKeptSettings(given, database)), host: '127.0.0.1' }
  const nobody = 'http://127.0.0.1:9'
  const academy = {
    databaseUrl: url,
    port: 0,
    publicUrl: settings.publicUrl ?? nobody,
    keys: { keyId: 'none', keySecret: 'none', webhookSecrets: [] },
    provider: { apiUrl: nobody, checkoutScript: nobody },
    google: null,
  }
  const parts = await openServices({ settings, academy, log, database }, closers)
  const { app } = await serveAcademy(parts, closers, { isDevelopment: false })
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('It listens on no port.')
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from courses where hidden_at is null and state = 'on_sale' order by id limit 3",
  )
  const paths = ['/readyz', '/', '/courses', ...rows.map(({ id }) => `/course/${id}`)]
  for (const path of paths) {
    const { status } = await fetch(`http://127.0.0.1:${address.port}${path}`)
    if (status !== 200) throw new BackupError(`With the update, ${path} would answer ${status}.`)
  }
  return paths.length
}
