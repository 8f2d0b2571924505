import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../platform/start-error.ts'

/** Makes the folder if it is missing, and makes sure that it can be written. */
export function checkDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, 'The academy looks whether it can write here.\n')
    rmSync(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new StartError(explain(dataDir, code), { cause: error })
  }
}

function explain(dataDir: string, code: string): string {
  const named = `${dataDir} (DATA_DIR)`
  const isThere = statSync(dataDir, { throwIfNoEntry: false })
  if (['EEXIST', 'ENOTDIR'].includes(code) || isThere?.isFile()) return `${named} is not a folder.`
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `There is no space left in ${named}.`
  return `This user may not write in ${named}: allow it, or choose another folder (${code}).`
}
