import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../../platform/database/database.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { filmRenditions } from './tables.ts'

interface KeptFile {
  key: string
  sha256: string
  sizeInBytes: number
}

export async function listKeptFiles(db: Database): Promise<KeptFile[]> {
  const { key, sha256, sizeInBytes } = filmRenditions
  return db.selectDistinct({ key, sha256, sizeInBytes }).from(filmRenditions)
}

/** Reads every file once; tells of each that is missing or is not what it was in a sentence. */
export async function checkMedia(
  media: MediaStore,
  files: readonly KeptFile[],
): Promise<{ checked: number; faults: string[] }> {
  const byKey = new Map(files.map((file) => [file.key, file]))
  const faults: string[] = []
  for (const file of byKey.values()) {
    const fault = await checkFile(media, file)
    if (fault !== null) faults.push(fault)
  }
  return { checked: byKey.size, faults }
}

async function checkFile(media: MediaStore, file: KeptFile): Promise<string | null> {
  const found = await media.read(file.key)
  if (!found) return `${file.key} is missing.`
  const hash = createHash('sha256')
  try {
    await pipeline(found.stream, hash)
  } catch (error) {
    return `${file.key} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  if (found.sizeInBytes !== file.sizeInBytes) {
    return `${file.key} has ${found.sizeInBytes} bytes instead of ${file.sizeInBytes}.`
  }
  return hash.digest('hex') === file.sha256 ? null : `${file.key} is not what it was.`
}
