import { rm } from 'node:fs/promises'
import type { FileStore } from '@tus/file-store'
import { readUploadRequest, type UploadRequest } from './read-upload-request.ts'

export interface FinishedUpload extends UploadRequest {
  path: string
  sizeInBytes: number
}

/** An upload that has come to its end; null: there is none, or it is not whole yet. */
export async function findFinishedUpload(
  uploads: FileStore,
  id: string,
): Promise<FinishedUpload | null> {
  const upload = await uploads.getUpload(id).catch(() => null)
  if (!upload?.storage || upload.size === undefined || upload.offset !== upload.size) return null
  const { size: sizeInBytes, metadata, storage } = upload
  return { ...readUploadRequest({ metadata, sizeInBytes }), path: storage.path, sizeInBytes }
}

/** Whether something failed because the upload was taken back meanwhile. */
export function isTakenBack(error: unknown, { path }: Pick<FinishedUpload, 'path'>): boolean {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return false
  return error.code === 'ENOENT' && error.path === path
}

/** With all that is told of it. */
export async function removeUpload(uploads: FileStore, id: string): Promise<void> {
  const upload = await uploads.getUpload(id).catch(() => null)
  await uploads.remove(id).catch(async () => {
    if (upload?.storage) await rm(upload.storage.path, { force: true })
  })
}
