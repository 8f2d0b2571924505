import { chmod, mkdir } from 'node:fs/promises'
import { decrypted } from '../../../../platform/backup/backup-source.ts'
import { verifyBackup } from '../../../../platform/backup/read-backup-file.ts'
import { restore } from '../../../../platform/backup/restore.ts'
import { startEmbeddedPostgres } from '../../../../platform/embedded/embedded-postgres.ts'
import { recreateDatabase } from '../../../../platform/embedded/roles.ts'
import type { BackupDependencies } from './dependencies.ts'
import { storeSource } from './store-source.ts'
import { clearWorkFolder, trialFolder, workFolder } from './work-folder.ts'

/**
 * Brings a backup back as `npm run restore` would, straight from the store, into a database made for
 * that and thrown away: every table is compared with what was backed up. Files are read and measured,
 * and kept nowhere.
 */
export async function verifyRestore(deps: BackupDependencies, key: string): Promise<void> {
  await clearWorkFolder(deps)
  await mkdir(trialFolder(deps), { recursive: true })
  for (const folder of [workFolder(deps), trialFolder(deps)]) await chmod(folder, 0o711)
  const source = decrypted(storeSource(deps.store, key), deps.key)
  const content = await verifyBackup(source, { isGiven: true }) // nothing of it is kept
  const embedded = await startEmbeddedPostgres({
    dataDir: trialFolder(deps),
    log: deps.log,
    durable: false, // it is thrown away in any case
  })
  try {
    await recreateDatabase(embedded.superuserUrl)
    await restore({
      databaseUrl: embedded.ownerUrl,
      dataDir: null,
      migrations: deps.migrations,
      source,
      content,
    })
  } finally {
    await embedded.stop()
    await clearWorkFolder(deps)
  }
}
