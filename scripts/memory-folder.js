import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times what a run of all tests has lying about at once. */
const neededInBytes = 4 * 2 ** 30

/**
 * A temporary folder in the machine's memory, gone when we end; null where there is little of it, or
 * where no program may run from it. Each database is a thousand files, and a disk is slow at making them.
 */
export function makeMemoryFolder() {
  if (process.env.TMPDIR !== undefined || !isRoomy() || !runsPrograms()) return null
  const folder = mkdtempSync(join(memory, 'academy-'))
  chmodSync(folder, 0o755) // the database's own user must reach its data
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function isRoomy() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory?.() ?? 0) > neededInBytes
}

function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounts.some((line) => line.includes(` ${memory} `) && !line.includes('noexec'))
}
