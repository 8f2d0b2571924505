import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { claimServer, respondsOnSocket } from './claim.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { handOverCluster, isHandedOver, type Place } from './place.ts'
import { endPostmaster, findPostmaster } from './postmaster.ts'

/**
 * Gives a cluster that still belongs to another user (earlier versions ran it as `nobody`) to its own,
 * after ending a server that was left running on it. Can be cut short and repeated.
 */
export async function adoptCluster(log: EmbeddedLog, place: Place): Promise<void> {
  if (isHandedOver(place)) return
  await endForerunner(log, place)
  handOverCluster(place.runAs, place.clusterDir)
  log.warn(
    `The database in ${place.clusterDir} now runs as user id ${place.runAs?.uid}, which is its own`,
  )
}

async function endForerunner(log: EmbeddedLog, current: Place): Promise<void> {
  if (findPostmaster(current) === null) {
    if (!(await respondsOnSocket(current))) return
    throw new StartError(
      `A database server that this machine cannot see, perhaps in another container, is using the data in ` +
        `${current.dataDir}. Stop it first.`,
    )
  }
  const former = { ...current, socketDir: readSocketDir(current) }
  const claim = await claimServer(former, () => findPostmaster(former) !== null)
  await claim?.release()
  await endPostmaster(log, former)
}

/** The pid file's fifth line. The folder's name depended on the user when the cluster's own is too long. */
function readSocketDir({ clusterDir, socketDir }: Place): string {
  const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  return lines[4] || socketDir
}
