import { relative, resolve } from 'node:path'
import { type MediaSettings, readStoreUrl } from '../media/read-media-settings.ts'
import { StartError } from '../start-error.ts'

export interface BackupSettings {
  /** Undefined: none are made by the clock. */
  store: MediaSettings | undefined
  /** Minutes after midnight in India. */
  atMinute: number
  /** Undefined: they are not encrypted. */
  key: string | undefined
}

interface Given {
  dataDir: string
  url: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** HH:MM */
  at: string
  key: string | undefined
}

/** Reads BACKUP_URL and what goes with it. Throws one sentence if they cannot be used. */
export function readBackupSettings({ dataDir, url, at, key, ...keys }: Given): BackupSettings {
  const store = url === undefined ? undefined : readStoreUrl('BACKUP', { url, ...keys })
  if (store?.kind === 'files' && !relative(resolve(dataDir), store.folder).startsWith('..')) {
    throw new StartError(
      `${store.folder} (BACKUP_URL) is inside DATA_DIR: a backup belongs somewhere else, best on another disk.`,
    )
  }
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return { store, atMinute: hours * 60 + minutes, key }
}
