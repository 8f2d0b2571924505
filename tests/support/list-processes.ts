import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/** The ids of the processes of this machine in whose command all of these words stand; none where the system does not tell. */
export async function listProcesses(...words: string[]): Promise<number[]> {
  if (!existsSync('/proc/self/cmdline')) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // it has ended
      return words.every((word) => command.includes(word)) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}
