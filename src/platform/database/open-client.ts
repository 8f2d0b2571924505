import pg from 'pg'

/**
 * A connection beside the pool, to be closed by `end`. Its loss fails the statement under way, or the
 * next one; unheard, the event would end the process. Heard from the start: a server that is ending can
 * let in and take leave in one breath.
 */
export async function openClient(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A connection for as long as the work takes. */
export async function withClient<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(config)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
