import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS } from '@tus/server'
import { storageTroubleOf } from '../../../platform/media/storage-error.ts'

/**
 * Where uploads lie until they are whole; what nobody goes on with is removed by recurring work, however
 * long ago it was begun. In a folder that is there the store's own making of it cannot fail.
 */
export async function openUploads(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true })
  return new Uploads({ directory })
}

class Uploads extends FileStore {
  /** What holds here of the store's own: every upload has a size, and its end is told by no header. */
  override extensions = ['creation', 'creation-with-upload', 'termination']

  /** As the store's own, which does not say that a disk is full. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(content, file)
    } catch (error) {
      throw storageTroubleOf(error) === null ? ERRORS.FILE_WRITE_ERROR : error
    }
    return offset + file.bytesWritten
  }
}
