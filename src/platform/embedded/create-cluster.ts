import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { findReason } from './find-reason.ts'
import { chooseTranscoder, spawnAs } from './identity.ts'
import { handOver, handOverCluster, type Place } from './place.ts'
import { isProcessAlive } from './postmaster.ts'
import { superuser } from './roles.ts'

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
  const cluster = join(unfinished, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  const maker = chooseTranscoder(place.runAs)
  handOver(maker, cluster)
  if (maker !== null) {
    chownSync(unfinished, 0, maker.gid)
    chmodSync(unfinished, 0o710)
  }
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${superuser}`,
      '--auth=reject', // who may enter is written at each start
      '--encoding=UTF8',
      '--no-locale', // the machine's locale must not decide how names are sorted
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...spawnAs(maker), env: { PATH: process.env.PATH, TZ: 'UTC' } },
  ).catch((error: Error & { stderr?: string }) => {
    rmSync(unfinished, { recursive: true, force: true })
    const reason = findReason(error.stderr ?? '') ?? error.message
    throw new StartError(`No database can be made in ${place.home}: ${reason}.`, { cause: error })
  })
  handOverCluster(place.runAs, cluster)
  try {
    renameSync(cluster, place.clusterDir)
  } catch (error) {
    if (!existsSync(place.clusterDir)) throw error // else another start on the same data was quicker
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
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
