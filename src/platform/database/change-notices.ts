import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { changesChannel } from './database.ts'

/**
 * The tag of what changed, told after the commit; null: anything may have. Who fails is
 * told once more after a pause, until it succeeds.
 */
export type ChangeListener = (tag: string | null) => unknown

/** What triggers tell of changes, made in this process, in any other, or by hand. */
export interface ChangeNotices {
  on(listener: ChangeListener): void
  /** False while changes could be missed: nothing may then be answered from memory. */
  isHearing(): boolean
  close(): Promise<void>
}

interface ListenOptions {
  url: string
  /** Hears of this process's own commits before their queries resolve (`OpenDatabase.onOwnChange`). */
  onOwnChange: (listener: ChangeListener) => void
  onError: (error: Error) => void
}

const beatInMs = 1_000
/** So old may the last notice to ourselves be that came back. */
const deafAfterInMs = 3_000
const pauseInMs = 500
const againAfterInMs = 3_000

/**
 * Listens on a connection of its own, which is opened again whenever it breaks. It sends itself a
 * notice every second: one that does not come back shows a connection that was cut without a word.
 */
export function listenForChanges({ url, onOwnChange, onError }: ListenOptions): ChangeNotices {
  const listeners: ChangeListener[] = []
  const failed = new Set<ChangeListener>()
  const heartbeatChannel = `academy_heartbeat_${randomBytes(8).toString('hex')}`
  const closing = new AbortController()
  let hearingUntil = 0

  const tell = async (listener: ChangeListener, tag: string | null): Promise<void> => {
    try {
      await listener(tag)
    } catch {
      if (failed.has(listener)) return // is told again already
      failed.add(listener)
      await delay(againAfterInMs, undefined, { signal: closing.signal }).catch(() => undefined)
      failed.delete(listener)
      if (!closing.signal.aborted) void tell(listener, null)
    }
  }
  const emit = (tag: string | null): void => {
    for (const listener of listeners) void tell(listener, tag)
  }
  const receive = ({ channel, payload = '' }: pg.Notification): void => {
    if (channel === heartbeatChannel) hearingUntil = Number(payload) + deafAfterInMs
    else emit(payload || null)
  }
  const listenUntilLost = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'academy notices',
      keepAlive: true,
      connectionTimeoutMillis: deafAfterInMs,
      query_timeout: deafAfterInMs,
    })
    const lost = new AbortController()
    const lose = (): void => {
      hearingUntil = 0
      lost.abort()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', receive)
    const signal = AbortSignal.any([lost.signal, closing.signal])
    try {
      await client.connect()
      await client.query(
        `set synchronous_commit = off; listen ${changesChannel}; listen ${heartbeatChannel}`,
      )
      emit(null) // whatever was told before nobody heard
      while (!signal.aborted) {
        const sentAt = String(performance.now())
        await client.query('select pg_notify($1, $2)', [heartbeatChannel, sentAt])
        await delay(beatInMs, undefined, { signal }).catch(() => undefined)
      }
      if (!closing.signal.aborted) throw new Error('The connection ended')
    } finally {
      client.off('end', lose)
      hearingUntil = 0
      await client.end().catch(() => undefined)
    }
  }
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await listenUntilLost().catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error instanceof Error ? error : new Error('?'))
      })
      await delay(pauseInMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  onOwnChange(emit)
  const listening = listen()

  return {
    on: (listener) => void listeners.push(listener),
    isHearing: () => performance.now() < hearingUntil,
    close: async () => {
      closing.abort()
      await listening
    },
  }
}
