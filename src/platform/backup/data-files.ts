import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { restoreMarkName } from './restore-mark.ts'
import type { Part } from './write-backup-file.ts'

/** Where a backup by the clock lies while it is made, and the database of a trial. */
export const backupWorkName = 'backup-work'
/** Where an update is rehearsed, and where it is noted which version serves. */
export const rehearsalName = 'rehearsal'
const updateName = 'update'

/**
 * What is kept of DATA_DIR: what was uploaded whole. Not the database, whose rows are backed up instead, nor
 * uploads, renditions and backups that are half there; nor what somebody else put there, which could be
 * anything, a file that is run at the next log-in too. Reading a backup goes by the same rule as writing it.
 */
const keptFolder = 'media'

export function isDataFile(path: string): boolean {
  return path.startsWith(`${keptFolder}/`)
}

/** What lies in DATA_DIR and is neither kept nor of our own making: whoever put it there should know. */
export async function listForeignFiles(dataDir: string): Promise<string[]> {
  const ours = new Set([
    keptFolder,
    'uploads',
    'renditions',
    'erasures',
    backupWorkName,
    rehearsalName,
    updateName,
    restoreMarkName,
    'settings.key',
    'lost+found',
  ])
  const names = await readdir(dataDir).catch(() => [])
  return names.filter((name) => !ours.has(name) && !name.startsWith('postgres')).sort()
}

/** Each file that is kept, as long as it was when its turn came. */
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

/** Writes one file through to the disk, with the folders above it. None that could be run as a program. */
export async function writeDataFile(
  path: string,
  mode: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w', mode & 0o666)
  await pipeline(content, file.createWriteStream({ flush: true }))
}

async function listDataFiles(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, keptFolder)
  const found = await lstat(folder).catch(() => null)
  // Links are left out: what they lead to is not ours to keep.
  if (!found?.isDirectory()) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .sort()
}
