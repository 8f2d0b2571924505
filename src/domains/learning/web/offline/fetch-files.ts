import { chunkInBytes, countChunks, encryptChunk } from './encrypt-chunk.ts'
import type { KeptFile, KeptLesson } from './kept-lesson.ts'
import type { KeptStore } from './kept-store.ts'

interface Fetching {
  store: Pick<KeptStore, 'listChunks' | 'putChunk'>
  key: CryptoKey
  /** Rejects once nothing more comes of it. */
  fetchPart: (file: KeptFile, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  onProgress?: (keptInBytes: number) => void
  /** Aborted: nothing more is written, as what was is being removed. */
  signal?: AbortSignal
}

/** Of a file, the first and the last byte of a chunk. */
function partOf({ sizeInBytes }: KeptFile, number: number): [from: number, to: number] {
  const from = number * chunkInBytes
  return [from, Math.min(from + chunkInBytes, sizeInBytes) - 1]
}

/** Which chunks of a file are not here. */
async function listMissing(
  store: Fetching['store'],
  id: string,
  { name, sizeInBytes }: KeptFile,
): Promise<number[]> {
  const kept = new Set(await store.listChunks(id, name))
  return Array.from({ length: countChunks(sizeInBytes) }, (_, number) => number).filter(
    (number) => !kept.has(number),
  )
}

/** Fetches what is not here yet of a lesson's files, chunk by chunk; ended at any moment, it goes on there. */
export async function fetchFiles(
  { id, files }: Pick<KeptLesson, 'id' | 'files'>,
  { store, key, fetchPart, onProgress, signal }: Fetching,
): Promise<void> {
  let keptInBytes = 0
  for (const file of files) {
    const missing = await listMissing(store, id, file)
    keptInBytes += file.sizeInBytes
    for (const number of missing) keptInBytes -= lengthOf(partOf(file, number))
    onProgress?.(keptInBytes)
    for (const number of missing) {
      const part = partOf(file, number)
      const bytes = await fetchPart(file, ...part)
      const place = [id, file.name, number].join(' ')
      const chunk = await encryptChunk(key, place, bytes)
      signal?.throwIfAborted()
      await store.putChunk([id, file.name, number], chunk, files)
      keptInBytes += lengthOf(part)
      onProgress?.(keptInBytes)
    }
  }
}

/** False: the browser has removed a part of it, or it was never fetched whole. */
export async function isWhole(
  { id, files }: Pick<KeptLesson, 'id' | 'files'>,
  store: Fetching['store'],
): Promise<boolean> {
  for (const file of files) if ((await listMissing(store, id, file)).length > 0) return false
  return true
}

function lengthOf([from, to]: [from: number, to: number]): number {
  return to + 1 - from
}
