import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from '../database/open-client.ts'
import { StartError } from '../start-error.ts'
import { type Place, socketUrl } from './place.ts'
import { prepareDatabase, superuser } from './roles.ts'

/**
 * One open connection, kept for as long as we run. It holds a lock, which says that this cluster serves
 * this process, and which the kernel and PostgreSQL drop with us however we die; and its end tells us
 * at once that the server is gone.
 */
export interface Claim {
  /** Resolves when the connection ends, whoever ended it. */
  ended: Promise<void>
  /** Makes the application's role and database, or gives it what an earlier version made. */
  prepareDatabase(): Promise<void>
  release(): Promise<void>
}

/** Any number does; it is used in the maintenance database only, where the application takes no locks. */
const lockKey = 20_263_011
const startPatienceInMs = 120_000
/** A server told to read again who may enter gets this long to do so. */
const reloadPatienceInMs = 3_000
/** An earlier process of ours that is just ending gets this long to let go. */
const lockPatienceInMs = 3_000

/**
 * Waits until the server answers and claims it. Null when the server ended instead of answering; a
 * refusal when another living process has claimed it. Told to stop while nobody can have claimed it yet,
 * it rejects with the signal's reason.
 */
export async function claimServer(
  place: Place,
  isServerAlive: () => boolean,
  stopping?: AbortSignal,
): Promise<Claim | null> {
  const client = await connectWhenReady(place, isServerAlive, stopping)
  if (client === null) return null
  const ended = new Promise<void>((resolve) => client.on('end', resolve))
  const release = () => client.end()
  try {
    await takeLock(client, place)
  } catch (error) {
    await release()
    // Whom we waited for took the server along: it is waited out like one that is starting.
    if (!(error instanceof StartError) && isTransient(error)) {
      return claimServer(place, isServerAlive, stopping)
    }
    throw error
  }
  return { ended, release, prepareDatabase: () => prepareDatabase(client, place) }
}

/** Whether anything answers on the socket, also a server that this machine's process list does not show. */
export function respondsOnSocket(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(place.socketDir, '.s.PGSQL.5432'))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function connectWhenReady(
  place: Place,
  isServerAlive: () => boolean,
  stopping: AbortSignal | undefined,
) {
  const since = Date.now()
  while (true) {
    stopping?.throwIfAborted()
    try {
      return await openClient({
        connectionString: socketUrl(place, superuser, 'postgres'),
        application_name: `academy ${process.pid}`,
      })
    } catch (error) {
      const timeoutInMs = isRefused(error) ? reloadPatienceInMs : startPatienceInMs
      const isHopeless = !isRefused(error) && !isTransient(error)
      if (isHopeless || Date.now() - since > timeoutInMs) throw error
    }
    if (!isServerAlive()) return null
    await delay(10)
  }
}

function isRefused(error: unknown): boolean {
  return codeOf(error) === '28000'
}

/** No socket yet, starting up or shutting down, or the connections of our killed forerunner still closing. */
function isTransient(error: unknown): boolean {
  const code = codeOf(error)
  const known = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '53300']
  return code === undefined || (typeof code === 'string' && known.includes(code))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

async function takeLock(client: pg.Client, place: Place) {
  const deadline = Date.now() + lockPatienceInMs
  while (true) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockKey],
    )
    if (rows[0]?.taken === true) return
    if (Date.now() > deadline) throw await describeHolder(client, place)
    await delay(50)
  }
}

async function describeHolder(client: pg.Client, place: Place): Promise<StartError> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objid = $1`,
    [lockKey],
  )
  const holder = rows[0]?.application_name.replace('academy ', 'process ') ?? 'another process'
  return new StartError(
    `Another academy (${holder}) is already using the data in ${place.dataDir}. ` +
      `Stop it first, or give this one a DATA_DIR of its own.`,
  )
}
