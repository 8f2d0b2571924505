import { readFileSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { sayCommand } from './say-command.ts'

/** Stands in DATA_DIR from before the first byte is restored until after the last. */
export const restoreMarkName = 'restore.unfinished'

/** Into which of the two an academy is restored: a mark of one kind says nothing about the other. */
export type Target = 'embedded' | 'DATABASE_URL'

export async function setRestoreMark(dataDir: string, target: Target): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = await open(join(dataDir, restoreMarkName), 'w')
  try {
    await file.write(`${target}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  await rm(join(dataDir, restoreMarkName))
}

export function hasRestoreMark(dataDir: string, target: Target): boolean {
  try {
    return readFileSync(join(dataDir, restoreMarkName), 'utf8') === `${target}\n`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

/** Nothing may be served from, or saved of, an academy that is only half there. */
export function refuseHalfRestored(dataDir: string, target: Target): void {
  if (!hasRestoreMark(dataDir, target)) return
  throw new BackupError(
    `A restore into ${dataDir} is under way or was cut short: wait for it, or run it again ` +
      `(${sayCommand('restore', 'FILE')}).`,
  )
}
