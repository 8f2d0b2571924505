import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { restoreMarkName } from './restore-mark.ts'
import type { Part } from './write-backup-file.ts'

/** Where a backup by the clock lies while it is made, and the database of a trial. */
export const backupWorkName = 'backup-work'

/**
 * The embedded database, its log and its programs: rows are backed up instead. Nor uploads that are
 * not whole yet, whoever sends them sends them again; nor half-made renditions and backups.
 */
const isLeftOut = (name: string) =>
  name.startsWith('postgres') ||
  ['uploads', 'renditions', backupWorkName, restoreMarkName].includes(name)

/** All else that is kept in DATA_DIR, each file as long as it was when its turn came. */
export async function* readDataFiles(dataDir: string): AsyncGenerator<Part> {
  for (const path of await listDataFiles(dataDir)) {
    const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null // gone since it was listed
      throw error
    })
    if (file === null) continue
    const { size, mode } = await file.stat()
    const head = { kind: 'file' as const, path, mode: mode & 0o777 }
    if (size > 0) yield { head, content: file.createReadStream({ start: 0, end: size - 1 }) }
    else {
      await file.close()
      yield { head }
    }
  }
}

/** Writes one file through to the disk, with the folders above it. */
export async function writeDataFile(
  path: string,
  mode: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w', mode)
  await pipeline(content, file.createWriteStream({ flush: true }))
}

async function listDataFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  const ours = names.filter((name) => !isLeftOut(name))
  const entries = await Promise.all(ours.map((name) => listFilesBelow(dataDir, name)))
  return entries.flat().sort()
}

/** Links are left out: what they lead to is not ours to keep. */
async function listFilesBelow(dataDir: string, name: string): Promise<string[]> {
  const found = await lstat(join(dataDir, name))
  if (found.isFile()) return [name]
  if (!found.isDirectory()) return []
  const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
}
