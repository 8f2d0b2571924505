import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { keepInFolder } from './keep-in-folder.ts'
import type { MediaStore } from './media-store.ts'
import type { MediaSettings } from './read-media-settings.ts'

/** Opens the store that the settings name. S3's client is loaded only where it is used. */
export async function openMediaStore(
  settings: MediaSettings,
  variable: 'MEDIA_URL' | 'BACKUP_URL' = 'MEDIA_URL',
): Promise<MediaStore> {
  if (settings.kind === 's3') {
    const { keepInS3 } = await import('./keep-in-s3.ts')
    return keepInS3(settings)
  }
  const folder = resolve(settings.folder)
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `${folder} (${variable}) cannot be written: allow it, or choose another folder.`,
      { cause: error },
    )
  }
  // Whoever has a backup has the academy.
  return keepInFolder(folder, variable === 'BACKUP_URL' ? { mode: 0o600 } : {})
}
