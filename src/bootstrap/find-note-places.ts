import { resolve } from 'node:path'
import { namePrefix } from '../domains/operations/server/backups/backup-names.ts'
import type { NotePlaces } from '../domains/privacy/server/erase/erasure-notes.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'

/** Where erasures are noted so that a restore from a backup carries them out again: by the settings of now. */
export async function findNotePlaces(settings: Settings, secrets: Secrets): Promise<NotePlaces> {
  const { store } = settings.backup
  return {
    dataDir: resolve(settings.dataDir),
    backups: store
      ? {
          store: await openMediaStore(store, 'BACKUP_URL'),
          prefix: namePrefix(secrets.academyId),
        }
      : null,
  }
}
