import { readdir, statfs } from 'node:fs/promises'
import type { FileStore } from '@tus/file-store'
import pLimit from 'p-limit'
import { UploadProblem, uploadId } from './uploads.ts'

/** Left free on the disk, for the database. */
export const reserveInBytes = 500 * 1024 * 1024
/** An upload that has no file by then never got one. */
const claimedForInMs = 60_000

export interface UploadRoom {
  /** Refuses an upload for which there is no room beside what all that are begun still have to bring. */
  claim(id: string, sizeInBytes: number): Promise<void>
  /** It has its file, which tells its size from now on. */
  release(id: string): void
}

/** The room on the disk where uploads lie. */
export function createUploadRoom(
  folder: string,
  uploads: Pick<FileStore, 'getUpload'>,
  findFree: () => Promise<number> = () => findFreeIn(folder),
): UploadRoom {
  const inTurn = pLimit(1)
  const claims = new Map<string, { sizeInBytes: number; untilInMs: number }>()

  const sumPromised = async (): Promise<number> => {
    for (const [id, { untilInMs }] of claims) if (untilInMs < performance.now()) claims.delete(id)
    // Before the folder is read: what gets its file meanwhile counts by its claim.
    const claimed = new Map(claims)
    let sum = 0
    for (const { sizeInBytes } of claimed.values()) sum += sizeInBytes
    const names = await readdir(folder)
    const ids = names.filter((name) => uploadId.test(name) && !claimed.has(name))
    const begun = await Promise.all(ids.map((id) => uploads.getUpload(id).catch(() => null)))
    for (const upload of begun) sum += Math.max(0, (upload?.size ?? 0) - (upload?.offset ?? 0))
    return sum
  }

  return {
    claim: (id, sizeInBytes) =>
      inTurn(async () => {
        if (sizeInBytes + (await sumPromised()) + reserveInBytes > (await findFree())) {
          throw new UploadProblem(507, 'There is no room for this file on the server’s disk.')
        }
        claims.set(id, { sizeInBytes, untilInMs: performance.now() + claimedForInMs })
      }),
    release: (id) => void claims.delete(id),
  }
}

async function findFreeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
