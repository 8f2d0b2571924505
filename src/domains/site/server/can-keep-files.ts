import { randomUUID } from 'node:crypto'
import { openMediaStore } from '../../../platform/media/open-media-store.ts'
import type { MediaSettings } from '../../../platform/media/read-media-settings.ts'

const timeoutInMs = 10_000

/** Writes a file into the store, reads it and takes it away. False: it could not, or not in time. */
export async function canKeepFiles(
  settings: MediaSettings,
  variable: 'MEDIA_URL' | 'BACKUP_URL',
): Promise<boolean> {
  const key = `check-${randomUUID()}`
  const content = Buffer.from(key)
  const check = async (): Promise<boolean> => {
    const store = await openMediaStore(settings, variable)
    await store.write(key, content, { type: 'text/plain' })
    const size = await store.sizeOf(key)
    await store.remove(key)
    return size === content.length
  }
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), timeoutInMs).unref()
  })
  return Promise.race([check().catch(() => false), late])
}
