import { setTimeout as delay } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import type pg from 'pg'

const wantedChannel = 'academy_lock_wanted'
const pauseInMs = 100

/** Somebody else has the lock and did not let go in time. */
export class LockHeldError extends Error {}

interface Hold {
  /** Somebody else wants the lock, or it was lost with its connection. May be called more than once. */
  onWanted: () => void
  timeoutInMs: number
  signal?: AbortSignal
}

export interface NamedLocks {
  /**
   * Waits for the lock of this name, which one holder has at a time among all processes, and resolves
   * to what lets it go. A process that ends, however, lets go of all it had.
   */
  hold(name: string, hold: Hold): Promise<() => Promise<void>>
}

/** The connection that has this process's locks, and those who use it. */
interface Session {
  client: Promise<pg.PoolClient>
  users: number
  names: Set<string>
  /** One statement after the other: a connection answers one at a time. */
  inTurn: LimitFunction
}

/**
 * Locks that last longer than a transaction. All of a process share one connection, which is taken
 * from the pool only while there are any.
 */
export function createNamedLocks(pool: pg.Pool): NamedLocks {
  /** Held by this process, or being asked for: PostgreSQL would give a connection its own lock twice. */
  const taken = new Map<string, () => void>()
  let current: Session | null = null

  const enter = (): Session => {
    current ??= { client: pool.connect(), users: 0, names: new Set(), inTurn: pLimit(1) }
    const session = current
    session.users += 1
    if (session.users === 1) session.client = session.client.then((client) => listen(client))
    return session
  }
  const leave = async (session: Session): Promise<void> => {
    session.users -= 1
    if (session.users > 0) return
    if (current === session) current = null
    const client = await session.client.catch(() => null)
    // Closed, not given back: its listeners and whatever it still has end with it.
    client?.release(true)
  }
  const listen = async (client: pg.PoolClient): Promise<pg.PoolClient> => {
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === wantedChannel) taken.get(payload)?.()
    })
    const session = current
    client.on('error', () => {
      if (current === session) current = null
      for (const name of session?.names ?? []) taken.get(name)?.()
    })
    try {
      await client.query(`listen ${wantedChannel}`)
    } catch (error) {
      client.release(true) // who waits for it never gets it
      throw error
    }
    return client
  }

  const tryToHold = async (name: string): Promise<(() => Promise<void>) | null> => {
    const session = enter()
    try {
      const client = await session.client
      const { rows } = await session.inTurn(() =>
        client.query<{ got: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
          [name],
        ),
      )
      if (rows[0]?.got !== true) {
        await leave(session)
        return null
      }
      session.names.add(name)
      return async () => {
        session.names.delete(name)
        await session
          .inTurn(() => client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]))
          .catch(() => undefined) // lost with its connection already
        await leave(session)
      }
    } catch (error) {
      await leave(session)
      throw error
    }
  }

  const hold = async (name: string, { onWanted, timeoutInMs, signal }: Hold) => {
    const until = performance.now() + timeoutInMs
    for (;;) {
      const holder = taken.get(name)
      if (holder) holder()
      else {
        taken.set(name, onWanted)
        const release = await tryToHold(name).catch((error: unknown) => {
          taken.delete(name)
          throw error
        })
        if (release) return releaseOnce(name, release)
        taken.delete(name)
        await pool.query('select pg_notify($1, $2)', [wantedChannel, name])
      }
      if (performance.now() > until) throw new LockHeldError(`${name} is held by somebody else`)
      await delay(pauseInMs, undefined, signal && { signal })
    }
  }
  const releaseOnce = (name: string, release: () => Promise<void>) => {
    let isHeld = true
    return async () => {
      if (!isHeld) return
      isHeld = false
      await release()
      taken.delete(name)
    }
  }
  return { hold }
}
