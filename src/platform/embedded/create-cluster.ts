import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { findReason } from './explain-program.ts'
import { spawnAs } from './identity.ts'
import { handOver, type Place } from './place.ts'
import { isProcessAlive } from './postmaster.ts'
import { StartRefusal } from './start-refusal.ts'

const unfinishedPrefix = 'postgres.unfinished-'

/** Makes an empty PostgreSQL cluster if there is none. It appears whole or not at all. */
export async function createCluster(
  { initdb }: Binaries,
  { place, durable }: { place: Place; durable: boolean },
): Promise<void> {
  if (existsSync(place.clusterDir)) return
  removeUnfinished(place.home)
  const unfinished = join(place.home, `${unfinishedPrefix}${process.pid}`)
  mkdirSync(unfinished, { mode: 0o700 })
  handOver(place.runAs, unfinished)
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${unfinished}`,
      '--username=academy',
      '--auth=trust', // only the socket listens, in a folder that only its owner may enter
      '--encoding=UTF8',
      '--no-locale', // the machine's locale must not decide how names are sorted
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...spawnAs(place.runAs), env: { PATH: process.env.PATH, TZ: 'UTC' } },
  ).catch((error: Error & { stderr?: string }) => {
    rmSync(unfinished, { recursive: true, force: true })
    const reason = findReason(error.stderr ?? '') ?? error.message
    throw new StartRefusal(`No database can be made in ${place.home}: ${reason}.`, { cause: error })
  })
  try {
    renameSync(unfinished, place.clusterDir)
  } catch (error) {
    if (!existsSync(place.clusterDir)) throw error
    rmSync(unfinished, { recursive: true, force: true }) // another start on the same data was quicker
  }
}

/** What a start that was killed half-way left behind. */
function removeUnfinished(home: string) {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const pid = Number(name.slice(unfinishedPrefix.length))
    if (pid !== process.pid && isProcessAlive(pid)) continue
    rmSync(join(home, name), { recursive: true, force: true })
  }
}
