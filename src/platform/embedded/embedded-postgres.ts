import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { adoptCluster } from './adopt-cluster.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkCluster } from './check-cluster.ts'
import { type Claim, claimServer, respondsOnSocket } from './claim.ts'
import { createCluster } from './create-cluster.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { findReason } from './find-reason.ts'
import { choosePlace, type Place, socketUrl } from './place.ts'
import {
  endLaunched,
  endPostmaster,
  findPostmaster,
  isStartedAs,
  launchPostmaster,
  readServerLogTail,
  reloadPostmaster,
} from './postmaster.ts'
import { applicationDatabase, ownerRole, servingRole, superuser } from './roles.ts'
import { readOwnName, writeAuthentication } from './write-authentication.ts'

export interface EmbeddedPostgres {
  /** For `pg`, as the role that serves. A Unix socket. */
  url: string
  /** As the role that owns the application's database and no more. */
  ownerUrl: string
  /** For making databases and roles, on the maintenance database. */
  superuserUrl: string
  /** Lets another process take the running server over, and goes on using it. */
  lend(): Promise<void>
  /** Nobody took it. */
  takeBack(): Promise<void>
  /** Ends the server cleanly, also one taken over from a process that was killed, unless it is lent. */
  stop(): Promise<void>
}

interface Server {
  log: EmbeddedLog
  place: Place
  binaries: Binaries
  durable: boolean
  /** Another process uses the server still: it stays as it is, even if that is not as we would start it. */
  succeeds: boolean
  /** Ends what is being brought up. */
  stopping: AbortSignal
}

/**
 * Runs a real PostgreSQL on the data directory, as a process of its own, and starts it again whenever it
 * dies. A server left running by a killed process is taken over. Refused (with a sentence in a
 * `StartError`) while another living academy uses the same data. Told to stop before it runs, it ends
 * what it has begun, then rejects.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: EmbeddedLog
  /** False trades safety against power cuts for speed: for tests. */
  durable?: boolean
  stopping?: AbortSignal
  /** The process before us has lent us its server. */
  succeeds?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, succeeds = false } = options
  const { stopping = new AbortController().signal } = options
  stopping.throwIfAborted()
  const ownName = readOwnName()
  const place = choosePlace(log, dataDir)
  const binaries = findBinaries(log, place)
  checkCluster(binaries, place)
  await createCluster(binaries, { place, durable })
  stopping.throwIfAborted()
  await adoptCluster(log, place)
  if (writeAuthentication(place, ownName)) reloadPostmaster(place)
  const server = { log, place, binaries, durable, succeeds, stopping }
  // Once it runs, it runs until it is stopped itself, which whoever uses it does last.
  const hold = async (): Promise<() => Promise<Claim | null>> => {
    const claim = await bringUp(server)
    const stop = new AbortController()
    const supervision = supervise({ ...server, stopping: stop.signal }, claim)
    return () => {
      stop.abort()
      return supervision
    }
  }
  let letGo: (() => Promise<Claim | null>) | null = await hold()
  return {
    url: socketUrl(place, servingRole, applicationDatabase),
    ownerUrl: socketUrl(place, ownerRole, applicationDatabase),
    superuserUrl: socketUrl(place, superuser, 'postgres'),
    async lend() {
      const held = await letGo?.()
      letGo = null
      await held?.release()
    },
    async takeBack() {
      letGo ??= await hold()
    },
    async stop() {
      if (letGo === null) return
      const held = await letGo()
      // Let go of last, so that who starts beside us never takes over a server that is ending.
      await endPostmaster(log, place)
      await held?.release()
    },
  }
}

async function bringUp(server: Server): Promise<Claim> {
  const claim = (await takeOver(server)) ?? (await launch(server))
  try {
    server.stopping.throwIfAborted()
    await claim.prepareDatabase()
    return claim
  } catch (error) {
    await claim.release()
    if (!server.succeeds) await endPostmaster(server.log, server.place)
    throw error
  }
}

/** Null when no server runs that is as we want it. */
async function takeOver(server: Server): Promise<Claim | null> {
  const { log, place, binaries, durable, succeeds, stopping } = server
  if (findPostmaster(place) === null) return null
  const isAlive = (): boolean => findPostmaster(place) !== null
  const claim = await claimServer(place, isAlive, stopping).catch(async (error: unknown) => {
    if (error === stopping.reason && !succeeds) await endPostmaster(log, place)
    throw error
  })
  if (claim === null) return null
  if (succeeds || isStartedAs(place, binaries, durable)) {
    log.info('Took over the database server that an earlier process left running')
    return claim
  }
  await endPostmaster(log, place)
  return null
}

async function launch({ place, binaries, durable, stopping }: Server): Promise<Claim> {
  if (await respondsOnSocket(place)) {
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
  const isAlive = (): boolean => failure === null || findPostmaster(place) !== null
  const claim = await claimServer(place, isAlive, stopping).catch(async (error: unknown) => {
    // It may not have got as far as its pid file: nobody would find it later.
    if (error === stopping.reason) await endLaunched(child)
    throw error
  })
  if (claim !== null) return claim
  const reason = findReason(readServerLogTail(place))
  throw new StartError(
    `The database server does not start${reason === null ? '' : `: ${reason}`} (see ${place.home}/postgres.log).`,
    { cause: failure },
  )
}

/** Resolves once we were told to stop, to what still holds the server; null if nothing does. */
async function supervise(server: Server, first: Claim): Promise<Claim | null> {
  const { log, stopping } = server
  const told = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true })
  })
  for (let claim: Claim | null = first; claim; claim = await bringUpAgain(server)) {
    if (claim !== first) log.info('The database server runs again')
    if (!stopping.aborted) await Promise.race([claim.ended, told])
    if (stopping.aborted) return claim
    log.warn('The database server has ended: starting it again')
  }
  return null
}

/** Tries until it runs, ever more slowly; null when we are told to stop. */
async function bringUpAgain(server: Server): Promise<Claim | null> {
  const { log, stopping } = server
  for (let pauseInMs = 100; ; pauseInMs = Math.min(pauseInMs * 2, 10_000)) {
    try {
      return await bringUp(server)
    } catch (error) {
      if (stopping.aborted) return null
      const reason = error instanceof Error ? error.message : String(error)
      log.warn(`${reason}\nTrying again in ${pauseInMs} ms`)
    }
    const isTold = await delay(pauseInMs, false, { signal: stopping }).catch(() => true)
    if (isTold) return null
  }
}
