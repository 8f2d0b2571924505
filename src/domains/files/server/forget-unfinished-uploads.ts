import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unfinishedForInMs } from './uploads.ts'

/** Removes what was uploaded in part and not gone on with for a day. */
export async function forgetUnfinishedUploads(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const ids = new Set(names.map((name) => name.replace(/\.json$/, '')))
  for (const id of ids) {
    const content = join(folder, id)
    const about = `${content}.json`
    // What is told of an upload is as old as its beginning: it goes with the bytes.
    const found = (await stat(content).catch(() => null)) ?? (await stat(about).catch(() => null))
    if (!found || now - found.mtimeMs <= unfinishedForInMs) continue
    await rm(content, { force: true })
    await rm(about, { force: true })
  }
}
