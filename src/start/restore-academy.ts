import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BackupError } from '../platform/backup/backup-error.ts'
import { decrypted, fileSource } from '../platform/backup/backup-source.ts'
import { describeContent } from '../platform/backup/describe-content.ts'
import { verifyBackup } from '../platform/backup/read-backup-file.ts'
import {
  refuseExistingFiles,
  refuseFilledDatabase,
  refuseUnknownMigrations,
  restore,
} from '../platform/backup/restore.ts'
import {
  hasRestoreMark,
  removeRestoreMark,
  setRestoreMark,
} from '../platform/backup/restore-mark.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { recreateDatabase } from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'
import { runCommand } from './run-command.ts'

const migrations = new URL('../../migrations/', import.meta.url)

// `npm run restore -- FILE`
await runCommand(async (settings, log, closers) => {
  const dataDir = resolve(settings.dataDir)
  const given = process.argv[2]
  if (given === undefined || given === '' || process.argv.length > 3) {
    throw new BackupError('Name the backup to restore: npm run restore -- FILE')
  }
  const path = resolve(given)
  const source = decrypted(fileSource(path), settings.backup.key)
  const target = settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL'
  const isSecondTry = hasRestoreMark(dataDir, target)
  if (settings.databaseUrl !== undefined) await refuseFilledDatabase(settings.databaseUrl)
  else if (!isSecondTry) await refuseUnlessEmpty(dataDir)
  const content = await verifyBackup(source)
  await refuseUnknownMigrations(content.academy, migrations)
  if (!isSecondTry) refuseExistingFiles(content, dataDir)

  await setRestoreMark(dataDir, target)
  const databaseUrl = settings.databaseUrl ?? (await openEmptyDatabase(settings, log, closers))
  const { leftOut } = await restore({ databaseUrl, dataDir, migrations, source, content })
  await removeRestoreMark(dataDir)
  const note = leftOut.length > 0 ? ` Left out, as not the academy's: ${leftOut.join(', ')}.` : ''
  return `Restored from ${path} and compared: ${describeContent(content)}.${note}`
})

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.every((name) => name === 'lost+found')) return
  throw new BackupError(
    `${dataDir} is not empty: nothing was restored. Move away what is in it, or choose another DATA_DIR.`,
  )
}

/** Emptied first: whatever is in it was left by a restore into the same folder that was cut short. */
async function openEmptyDatabase(settings: Settings, log: Log, closers: Closers): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir: resolve(settings.dataDir), log })
  closers.push(() => embedded.stop())
  await recreateDatabase(embedded.superuserUrl)
  return embedded.url
}
