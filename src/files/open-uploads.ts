import { mkdir } from 'node:fs/promises'
import { FileStore } from '@tus/file-store'
import { unfinishedForInMs } from './uploads.ts'

/** Where uploads lie until they are whole. In a folder that is there the store's own making of it cannot fail. */
export async function openUploads(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true })
  return new FileStore({ directory, expirationPeriodInMilliseconds: unfinishedForInMs })
}
