import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findFinishedUpload } from './finished-uploads.ts'
import { openUploads } from './open-uploads.ts'
import { unfinishedForInMs } from './uploads.ts'

/**
 * Removes what was uploaded in part and not gone on with for a day, and what was finished and nobody
 * made anything of. What is whole stays while something is still to be made of it, by `listWanted`.
 */
export async function forgetUnfinishedUploads(
  folder: string,
  listWanted: () => Promise<string[]>,
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const ids = new Set(names.map((name) => name.replace(/\.json$/, '')))
  const wanted = new Set(await listWanted())
  const uploads = await openUploads(folder)
  for (const id of ids) {
    const content = join(folder, id)
    const about = `${content}.json`
    // What is told of an upload is as old as its beginning: it goes with the bytes.
    const found = (await stat(content).catch(() => null)) ?? (await stat(about).catch(() => null))
    if (!found || Date.now() - found.mtimeMs <= unfinishedForInMs) continue
    if (wanted.has(id) && (await findFinishedUpload(uploads, id))) continue
    await rm(content, { force: true })
    await rm(about, { force: true })
  }
}
