import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { type PreparedAnswer, sendAhead } from './prepared-answer.ts'
import { privateKey } from './response-cache.ts'

/**
 * The one way out ahead of routing and hooks, which cost more than the sending: for answers that lie
 * in memory under their address, the same for everybody or for this session alone. All others take
 * the ordinary way.
 */
export interface FrontDoor {
  serverFactory: FastifyServerFactory
  /** So many went out this way. */
  sent(): number
}

/** `find` tells what is in memory under a key; the ordinary way answers the same. */
export function createFrontDoor(find: (key: string) => PreparedAnswer | undefined): FrontDoor {
  let sent = 0
  const findFor = ({ url = '', headers: { authorization } }: IncomingMessage) =>
    find(url) ?? (authorization && find(privateKey(url, authorization)))
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
      const answer = request.method === 'GET' ? findFor(request) : undefined
      if (!answer) return handler(forgetEmptyBody(request), response)
      sent += 1
      sendAhead(request.headers, response, answer)
    })
  }
  return { serverFactory, sent: () => sent }
}

/**
 * The stream of a request without a body has ended before anybody could listen to it. Where a content
 * type announces a body all the same, the server would wait for its end for ever.
 */
function forgetEmptyBody(request: IncomingMessage): IncomingMessage {
  if (request.readableEnded) delete request.headers['content-type']
  return request
}
