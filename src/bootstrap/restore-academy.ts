import { cp, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { notesFolder } from '../domains/privacy/server/erase/erasure-notes.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { decrypted, fileSource } from '../platform/backup/backup-source.ts'
import { describeContent } from '../platform/backup/describe-content.ts'
import { type VerifiedBackup, verifyBackup } from '../platform/backup/read-backup-file.ts'
import {
  analyzeDatabase,
  refuseExistingFiles,
  refuseFilledDatabase,
  refuseUnknownMigrations,
  restore,
} from '../platform/backup/restore.ts'
import {
  hasRestoreMark,
  removeRestoreMark,
  restoreMarkName,
  setRestoreMark,
} from '../platform/backup/restore-mark.ts'
import { sayCommand } from '../platform/backup/say-command.ts'
import { academyMigrations } from '../platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { recreateDatabase } from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'
import { givenDatabase } from './find-database.ts'
import { runCommand } from './run-command.ts'

const migrations = academyMigrations.folder

// `npm run restore -- FILE [--signed-by=FINGERPRINT] [--trust] [--erasures=FOLDER]`
await runCommand(async (settings, log, closers) => {
  const dataDir = resolve(settings.dataDir)
  const { path, signedBy, isGiven, erasures } = readArguments()
  const source = decrypted(fileSource(path), settings.backup.key)
  const target = settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL'
  const isSecondTry = hasRestoreMark(dataDir, target)
  const given = givenDatabase(settings)
  if (erasures !== undefined) await refuseUnlessFolder(erasures)
  const sentence = isSecondTry ? describeFilled(dataDir) : undefined
  if (given !== null) await refuseFilledDatabase(given.ownerUrl, sentence)
  else if (!isSecondTry) await refuseUnlessEmpty(dataDir)
  const trust = { key: settings.backup.key, signedBy, isGiven }
  const content = await verifyBackup(source, trust)
  await refuseUnknownMigrations(content.academy, migrations)
  if (!isSecondTry) refuseExistingFiles(content, dataDir)

  await setRestoreMark(dataDir, target)
  const notes = join(dataDir, notesFolder)
  if (erasures !== undefined && erasures !== notes) await cp(erasures, notes, { recursive: true })
  const databaseUrl = given?.ownerUrl ?? (await openEmptyDatabase(settings, log, closers))
  const { leftOut } = await restore({ databaseUrl, dataDir, migrations, source, content })
  await removeRestoreMark(dataDir)
  await analyzeDatabase(databaseUrl).catch((err: unknown) => {
    log.warn({ err }, 'all is restored, but the database was not analyzed')
  })
  const note = leftOut.length > 0 ? ` Left out, as not the academy's: ${leftOut.join(', ')}.` : ''
  return `Restored from ${path} and compared: ${describeContent(content)}.${note}${describe(content)} The next start erases once more who was erased since, as far as BACKUP_URL or --erasures tells.`
})

function readArguments() {
  const wanted = `Name the backup to restore: ${sayCommand('restore', 'FILE [--signed-by=FINGERPRINT] [--trust] [--erasures=FOLDER]')}`
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        trust: { type: 'boolean' },
        'signed-by': { type: 'string' },
        erasures: { type: 'string' },
      },
    })
    const [given, ...more] = positionals
    if (given === undefined || given === '' || more.length > 0) throw new BackupError(wanted)
    return {
      path: resolve(given),
      signedBy: values['signed-by'],
      isGiven: values.trust,
      erasures: values.erasures === undefined ? undefined : resolve(values.erasures),
    }
  } catch (error) {
    throw new BackupError(wanted, { cause: error })
  }
}

/** What is known of who made it. */
function describe({ origin: { fingerprint, isProven } }: VerifiedBackup): string {
  if (fingerprint === null) return ''
  const doubt = isProven ? '' : ', which nothing here says is yours'
  return ` Signed by the academy ${fingerprint}${doubt}.`
}

async function refuseUnlessFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return
  throw new BackupError(`There is no folder ${path} with notes of erasures: nothing was restored.`)
}

/** All rows come at once, after all files: what is there without an end was ended before its last step. */
function describeFilled(dataDir: string): string {
  const mark = join(dataDir, restoreMarkName)
  return `The database is not empty. If nobody but the restore before this one wrote to it, it holds the whole backup: remove ${mark} and start. Else name an empty one, or empty this one first.`
}

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
  const { stopping } = closers
  const starting = startEmbeddedPostgres({ dataDir: resolve(settings.dataDir), log, stopping })
  const embedded = await closers.open(starting, (opened) => opened.stop())
  await recreateDatabase(embedded.superuserUrl)
  return embedded.ownerUrl
}
