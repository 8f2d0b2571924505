import pg from 'pg'

/** What `pg_notify` sends, in this process or any other, on commit. */
export interface DatabaseNotices {
  /** Hears each payload of a channel; null when notices may have been missed. */
  on(channel: string, hear: (payload: string | null) => void): void
  /** False while the connection is away: notices are then lost. */
  areHeard(): boolean
  close(): Promise<void>
}

const pauseInMs = 500

/** Listens on a connection of its own, which is opened again whenever it breaks. */
export function hearDatabaseNotices(
  url: string,
  channels: readonly string[],
  onError: (error: Error) => void,
): DatabaseNotices {
  const listeners = new Map<string, ((payload: string | null) => void)[]>()
  let isListening = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const tell = (channel: string, payload: string | null): void => {
    for (const hear of listeners.get(channel) ?? []) hear(payload)
  }
  const listen = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'academy notices' })
    client = fresh
    const lost = (): void => {
      if (client !== fresh) return
      client = undefined
      isListening = false
      if (!isClosed) retry = setTimeout(start, pauseInMs)
    }
    fresh.on('error', (error) => {
      onError(error)
      lost()
    })
    fresh.on('end', lost)
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    await fresh.connect()
    await fresh.query(channels.map((channel) => `listen ${channel}`).join(';'))
    for (const channel of channels) tell(channel, null)
    isListening = true
  }
  const start = (): void => {
    listen().catch((error: Error) => {
      onError(error)
      client?.end().catch(() => undefined)
      client = undefined
      if (!isClosed) retry = setTimeout(start, pauseInMs)
    })
  }
  start()

  return {
    on: (channel, hear) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), hear])
    },
    areHeard: () => isListening,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
