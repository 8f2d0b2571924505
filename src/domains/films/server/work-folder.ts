import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Turn } from './job-queue.ts'

/** Where this machine's renditions lie until they are whole. */
export function renditionsFolder(dataDir: string, turn: Turn): string {
  const machine = hostname().replaceAll(/[^\w.-]/g, '_') || 'this'
  return resolve(dataDir, 'renditions', turn === 'short' ? machine : `${machine}-long`)
}

export async function openWorkFolder(parent: string, token: string): Promise<string> {
  const folder = join(parent, token)
  await mkdir(folder, { recursive: true })
  return folder
}

/** So that what goes on without us can be ended. */
export async function rememberProcess(folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, 'pid'), String(pid))
}

/**
 * Removes what a process left that died in the middle, and ends the encoder that it left running. Only
 * by who has this machine's encoding to themselves.
 */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''))
    if (pid > 1 && (await worksIn(pid, folder))) end(pid)
    await rm(folder, { recursive: true, force: true })
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended by itself meanwhile
  }
}

/** True if a process writes there: its number may be another's by now. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(folder)
}
