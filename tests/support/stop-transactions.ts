import type pg from 'pg'

export interface Stop {
  /** Resolves once a transaction stands before that statement. */
  reached: Promise<void>
  goOn: () => void
}

interface Waiting {
  statement: number
  reach: () => void
  released: Promise<void>
}

/**
 * Lets a process stand still, as a slow machine does, where it uses this pool: the result stops the next
 * transaction, or what its connection does afterwards, before the statement of that number, from 1.
 */
export function stopTransactions(pool: pg.Pool): (statement: number) => Stop {
  let next: Waiting | null = null
  const wrapped = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client) as (...request: unknown[]) => unknown
    let stop: Waiting | null = null
    let statements = 0
    const queryOrStop = (...request: unknown[]): unknown => {
      if (next && /^begin/i.test(textOf(request[0]))) {
        stop = next
        next = null
        statements = 0
        return query(...request)
      }
      statements += 1
      if (statements !== stop?.statement) return query(...request)
      const { reach, released } = stop
      stop = null
      reach()
      return released.then(() => query(...request))
    }
    Object.assign(client, { query: queryOrStop })
  })
  return (statement) => {
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    next = { statement, reach: reached.resolve, released: released.promise }
    const goOn = (): void => {
      next = null
      released.resolve()
    }
    return { reached: reached.promise, goOn }
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
