import { existsSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { backUp } from '../platform/backup/back-up.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { listForeignFiles } from '../platform/backup/data-files.ts'
import { describeContent } from '../platform/backup/describe-content.ts'
import { refuseHalfRestored } from '../platform/backup/restore-mark.ts'
import { sayCommand } from '../platform/backup/say-command.ts'
import { findDatabase } from './find-database.ts'
import { runCommand } from './run-command.ts'

// `npm run backup -- FILE`
await runCommand(async (settings, log, closers) => {
  const dataDir = resolve(settings.dataDir)
  const path = await choosePath(process.argv[2], dataDir)
  refuseHalfRestored(dataDir, settings.databaseUrl ? 'DATABASE_URL' : 'embedded')
  const { ownerUrl: databaseUrl } = await findDatabase(settings, log, closers)
  const content = await backUp({
    databaseUrl,
    dataDir,
    path,
    key: settings.backup.key,
    onUnfinished: (remove) => closers.push(remove),
  })
  const foreign = await listForeignFiles(dataDir)
  const note = foreign.length > 0 ? ` Left out, as not the academy's: ${foreign.join(', ')}.` : ''
  const hasKeyFile = existsSync(join(dataDir, 'settings.key'))
  const keyNote = hasKeyFile ? ' settings.key is not in it: keep that apart.' : ''
  return (
    `Backed up to ${path}, read again and compared: ${describeContent(content)}. ` +
    `Signed by the academy ${content.origin.fingerprint}.${note}${keyNote}`
  )
})

async function choosePath(given: string | undefined, dataDir: string): Promise<string> {
  if (given === undefined || given === '' || process.argv.length > 3) {
    throw new BackupError(`Name the file to write: ${sayCommand('backup', 'FILE')}`)
  }
  const wanted = resolve(given)
  const folder = await realpath(dirname(wanted)).catch(() => {
    throw new BackupError(`There is no folder ${dirname(wanted)} to put the backup in.`)
  })
  const path = join(folder, basename(wanted))
  const data = await realpath(dataDir).catch(() => dataDir)
  if (!relative(data, path).startsWith('..')) {
    throw new BackupError(
      `${path} is inside DATA_DIR: a backup belongs somewhere else, best on another disk.`,
    )
  }
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    throw new BackupError(`${path} is there already and is not a file.`)
  }
  return path
}
