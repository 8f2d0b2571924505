import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { reserveInBytes } from '../../domains/files/server/upload-room.ts'
import type { DatabaseServer } from '../../platform/database/describe-server.ts'
import { explainStartFailure } from '../../platform/explain-start-failure.ts'
import type { Settings } from '../../platform/settings.ts'
import { checkDataDir } from '../check-data-dir.ts'
import { describeSize, type Examined } from './examined.ts'

const mend = 'Free space on that disk, or move the data folder to a larger one.'
const lowShare = 0.1

/** The disks that the academy writes to: its data folder, and folders that its settings name. */
export async function examineDisks(settings: Settings): Promise<Examined[]> {
  const dataDir = resolve(settings.dataDir)
  if (!existsSync(dataDir)) {
    return [
      {
        item: 'disk',
        state: 'todo',
        sentence: `There is no data folder ${dataDir} yet: no academy was started on it.`,
        mend: 'Start the academy, or name its folder (DATA_DIR).',
      },
    ]
  }
  const stores = [settings.media, settings.backup.store].flatMap((store) =>
    store?.kind === 'files' && existsSync(store.folder) ? [resolve(store.folder)] : [],
  )
  const folders = [dataDir, ...stores.filter((folder) => dirname(folder) !== dataDir)]
  return Promise.all([...new Set(folders)].map(examineDisk))
}

async function examineDisk(folder: string): Promise<Examined> {
  const item = 'disk'
  try {
    checkDataDir(folder)
  } catch (error) {
    return {
      item,
      state: 'failing',
      sentence: explainStartFailure(error),
      mend: 'Until then nothing can be kept: give the folder to the user that the academy runs as.',
    }
  }
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
  const left = bavail * bsize
  const room = `${describeSize(left)} of ${describeSize(blocks * bsize)} are left at ${folder}`
  if (files > 0 && ffree < 1000) {
    const sentence = `There is hardly room for more files at ${folder} (inodes): uploads and backups stop.`
    return { item, state: 'failing', sentence, mend }
  }
  if (left < reserveInBytes) {
    const sentence = `Only ${room}: uploads and backups stop, and the database may.`
    return { item, state: 'failing', sentence, mend }
  }
  if (left < blocks * bsize * lowShare && left < 20 * reserveInBytes) {
    return { item, state: 'todo', sentence: `${room}: it is getting full.`, mend }
  }
  return { item, state: 'ok', sentence: `${room}.` }
}

/** Whether a backup of this database has room, which is made beside it. */
export async function examineDatabaseRoom(
  { version, sizeInBytes }: DatabaseServer,
  { dataDir, backup }: Pick<Settings, 'dataDir' | 'backup'>,
): Promise<Examined> {
  const item = 'database'
  const named = `PostgreSQL ${version} answers; the database takes ${describeSize(sizeInBytes)}`
  const { bavail, bsize } = await statfs(resolve(dataDir))
  if (backup.store !== undefined && bavail * bsize < 2 * sizeInBytes) {
    const sentence = `${named}, and its backups may find no room in ${resolve(dataDir)}.`
    return { item, state: 'todo', sentence, mend }
  }
  return { item, state: 'ok', sentence: `${named}.` }
}
