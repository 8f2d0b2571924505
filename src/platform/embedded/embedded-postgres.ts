import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { adoptCluster } from './adopt-cluster.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkCluster } from './check-cluster.ts'
import { answersOnSocket, type Claim, claimServer } from './claim.ts'
import { createCluster } from './create-cluster.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { findReason } from './explain-program.ts'
import { choosePlace, type Place, socketUrl } from './place.ts'
import {
  endPostmaster,
  findPostmaster,
  isStartedAs,
  launchPostmaster,
  readServerLogTail,
  reloadPostmaster,
} from './postmaster.ts'
import { applicationDatabase, applicationRole, superuser } from './roles.ts'
import { readOwnName, writeAuthentication } from './write-authentication.ts'

export interface EmbeddedPostgres {
  /** For `pg`, as the role that owns the application's database and no more. A Unix socket. */
  url: string
  /** For making databases and roles, on the maintenance database. */
  superuserUrl: string
  /** Ends the server cleanly, also one taken over from a process that was killed. */
  stop(): Promise<void>
}

interface Server {
  log: EmbeddedLog
  place: Place
  binaries: Binaries
  durable: boolean
}

/**
 * Runs a real PostgreSQL on the data directory, as a process of its own, and starts it again whenever it
 * dies. A server left running by a killed process is taken over. Refused (with a sentence in a
 * `StartError`) while another living academy uses the same data.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: EmbeddedLog
  /** False trades safety against power cuts for speed: for tests. */
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options
  const ownName = readOwnName()
  const place = choosePlace(log, dataDir)
  const binaries = findBinaries(log, place)
  checkCluster(binaries, place)
  await createCluster(binaries, { place, durable })
  await adoptCluster(log, place)
  if (writeAuthentication(place, ownName)) reloadPostmaster(place)
  const server = { log, place, binaries, durable }
  const stopSupervising = supervise(server, await bringUp(server))
  return {
    url: socketUrl(place, applicationRole, applicationDatabase),
    superuserUrl: socketUrl(place, superuser, 'postgres'),
    async stop() {
      await stopSupervising()
      await endPostmaster(log, place)
    },
  }
}

async function bringUp(server: Server): Promise<Claim> {
  const claim = (await takeOver(server)) ?? (await launch(server))
  await claim.prepareDatabase()
  return claim
}

/** Null when no server runs that is as we want it. */
async function takeOver({ log, place, binaries, durable }: Server): Promise<Claim | null> {
  if (findPostmaster(place) === null) return null
  const claim = await claimServer(place, () => findPostmaster(place) !== null)
  if (claim === null) return null
  if (isStartedAs(place, binaries, durable)) {
    log.info('Took over the database server that an earlier process left running')
    return claim
  }
  await endPostmaster(log, place)
  return null
}

async function launch({ place, binaries, durable }: Server): Promise<Claim> {
  if (await answersOnSocket(place)) {
    throw new StartError(
      `A database server that this machine cannot see, perhaps in another container, is using the data in ` +
        `${place.dataDir}. Stop it first, or give this academy a DATA_DIR of its own.`,
    )
  }
  const child = launchPostmaster(binaries, { place, durable })
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', () => {
    failure ??= new Error('The database server ended while starting')
  })
  // Two starts at once: the slower server ends by itself, and the claim decides on the other's.
  const claim = await claimServer(place, () => failure === null || findPostmaster(place) !== null)
  if (claim !== null) return claim
  const reason = findReason(readServerLogTail(place))
  throw new StartError(
    `The database server does not start${reason === null ? '' : `: ${reason}`} (see ${place.home}/postgres.log).`,
    { cause: failure },
  )
}

function supervise(server: Server, first: Claim): () => Promise<void> {
  const stopping = new AbortController()
  let claim = first
  async function keepRunning(): Promise<void> {
    while (true) {
      await claim.ended
      if (stopping.signal.aborted) return
      server.log.warn('The database server has ended: starting it again')
      const next = await bringUpAgain(server, stopping.signal)
      if (next === null) return
      claim = next
      server.log.info('The database server runs again')
      if (stopping.signal.aborted) return claim.release()
    }
  }
  const supervision = keepRunning()
  return async () => {
    stopping.abort()
    await claim.release()
    await supervision
  }
}

/** Tries until it runs, ever more slowly; null when we are told to stop. */
async function bringUpAgain(server: Server, stopping: AbortSignal): Promise<Claim | null> {
  for (let pauseInMs = 100; ; pauseInMs = Math.min(pauseInMs * 2, 10_000)) {
    try {
      return await bringUp(server)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      server.log.warn(`${reason}\nTrying again in ${pauseInMs} ms`)
    }
    const isTold = await delay(pauseInMs, false, { signal: stopping }).catch(() => true)
    if (isTold) return null
  }
}
