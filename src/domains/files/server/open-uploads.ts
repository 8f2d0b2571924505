import { mkdir } from 'node:fs/promises'
import { FileStore } from '@tus/file-store'

/**
 * Where uploads lie until they are whole; what nobody goes on with is removed by recurring work, however
 * long ago it was begun. In a folder that is there the store's own making of it cannot fail.
 */
export async function openUploads(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true })
  return new FileStore({ directory })
}
