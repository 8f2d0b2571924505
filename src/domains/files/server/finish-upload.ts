import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '@tus/file-store'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import {
  type FinishedUpload,
  findFinishedUpload,
  isTakenBack,
  removeUpload,
} from './finished-uploads.ts'
import { wrongKind } from './read-upload-request.ts'
import { headInBytes, recogniseFile } from './recognise-file.ts'
import { attachments } from './tables.ts'

export type AttachmentRow = typeof attachments.$inferSelect

export interface FinishDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  uploads: FileStore
}

/**
 * Makes the attachment of an upload that has come to its end; the same again for the same upload, also
 * after a server died in the middle. Null: there is no such upload, or it is not whole yet. A file that
 * is not what it says is refused and forgotten.
 */
export async function finishUpload(
  deps: FinishDependencies,
  id: string,
): Promise<AttachmentRow | null> {
  const known = await findAttachment(deps.db, id)
  if (known) return known
  const release = await deps.locks.hold(`finish upload ${id}`, {
    onWanted: () => undefined,
    timeoutInMs: 60_000,
  })
  try {
    return (await findAttachment(deps.db, id)) ?? (await makeAttachment(deps, id))
  } finally {
    await release()
  }
}

export async function findAttachment(db: Database, id: string): Promise<AttachmentRow | undefined> {
  const [found] = await db.select().from(attachments).where(eq(attachments.id, id))
  return found
}

async function makeAttachment(deps: FinishDependencies, id: string): Promise<AttachmentRow | null> {
  const upload = await findFinishedUpload(deps.uploads, id)
  if (upload?.kind !== 'attachment') return null
  return keepAttachment(deps, id, upload).catch((error: unknown) => {
    if (isTakenBack(error, upload)) return null
    throw error
  })
}

async function keepAttachment(
  { db, media, uploads }: FinishDependencies,
  id: string,
  { path, sizeInBytes, filename, courseId }: FinishedUpload,
): Promise<AttachmentRow | null> {
  const type = recogniseFile(filename, await readHead(path))
  if (type === null) {
    await removeUpload(uploads, id)
    throw wrongKind()
  }
  const sha256 = await checksum(path)
  const key = `attachments/${sha256.slice(0, 2)}/${sha256}`
  if ((await media.sizeOf(key)) !== sizeInBytes) await media.writeFrom(path, key, { type })
  const [made] = await db
    .insert(attachments)
    .values({ id, courseId, filename, type, sizeInBytes, sha256, key })
    .onConflictDoNothing()
    .returning()
  await removeUpload(uploads, id)
  return made ?? null
}

export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headInBytes), 0, headInBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
