import { createServer } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { type ReadyAnswer, writeReady } from './send-packed.ts'

/** What is in memory for this address (path and query as they came); undefined: nothing is. */
export type FindReady = (url: string) => ReadyAnswer | undefined

/**
 * Answers that lie in memory go out before the server begins its own work of routing and hooks,
 * which costs more than sending them. Everything else takes the usual way.
 */
export interface ReadyAnswers {
  serverFactory: FastifyServerFactory
  /** Asked in the order of adding. Must find only what the usual way would answer the same. */
  add(find: FindReady): void
  /** So many went out this way. */
  sent(): number
}

export function createReadyAnswers(): ReadyAnswers {
  const finders: FindReady[] = []
  let sent = 0

  const find: FindReady = (url) => {
    for (const finder of finders) {
      const answer = finder(url)
      if (answer) return answer
    }
    return undefined
  }
  const serverFactory: FastifyServerFactory = (handler, options) => {
    // A server given to Fastify is left as it is, without Fastify's own time limits.
    const requestTimeout = Number(options['requestTimeout'])
    const limits = {
      keepAliveTimeout: Number(options['keepAliveTimeout']),
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: 5_000,
    }
    return createServer({ ...limits, optimizeEmptyRequests: true }, (request, response) => {
      const answer = request.method === 'GET' ? find(request.url ?? '') : undefined
      if (!answer) return handler(request, response)
      sent += 1
      writeReady(request, response, answer)
    })
  }
  return { serverFactory, add: (finder) => finders.push(finder), sent: () => sent }
}
