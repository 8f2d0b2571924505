import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { ReadyAnswer } from './send-packed.ts'

/** A request to read something; `url` is path and query as they came. */
export type Reader = Pick<IncomingMessage, 'headers'> & { url: string }

/** What is in memory for this request; undefined: nothing is. */
export type FindReady = (reader: Reader) => ReadyAnswer | undefined

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

  const find: FindReady = (reader) => {
    for (const finder of finders) {
      const answer = finder(reader)
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
      const answer = isReading(request) ? find(request) : undefined
      if (!answer) return handler(forgetEmptyBody(request), response)
      sent += 1
      answer(request, response)
    })
  }
  return { serverFactory, add: (finder) => finders.push(finder), sent: () => sent }
}

/**
 * The stream of a request without a body has ended before anybody could listen to it. Where a content
 * type announces a body all the same, the server would wait for its end for ever.
 */
function forgetEmptyBody(request: IncomingMessage): IncomingMessage {
  if (request.readableEnded) delete request.headers['content-type']
  return request
}

function isReading(request: IncomingMessage): request is IncomingMessage & { url: string } {
  return request.method === 'GET' && request.url !== undefined
}
