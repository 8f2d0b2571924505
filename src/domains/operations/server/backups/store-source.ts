import { BackupError } from '../../../../platform/backup/backup-error.ts'
import type { BackupSource } from '../../../../platform/backup/backup-source.ts'
import type { MediaStore } from '../../../../platform/media/media-store.ts'

/** A backup that lies in a store. */
export function storeSource(store: MediaStore, key: string): BackupSource {
  return { name: key, read: () => readFromStore(store, key) }
}

async function* readFromStore(store: MediaStore, key: string): AsyncGenerator<Buffer> {
  const found = await store.read(key)
  if (!found) throw new BackupError(`There is no ${key} in the store of BACKUP_URL.`)
  const chunks: AsyncIterable<Buffer> = found.stream
  yield* chunks
}
