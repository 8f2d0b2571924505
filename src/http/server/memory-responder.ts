import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { type PreparedResponse, type SentResponse, sendAhead } from './prepared-response.ts'
import { privateKey } from './response-cache.ts'

/**
 * The one way out ahead of routing and hooks, which cost more than the sending: for answers that lie
 * in memory under their address, the same for everybody or for this session alone. All others take
 * the ordinary way.
 */
export interface MemoryResponder {
  serverFactory: FastifyServerFactory
  /** So many went out this way. */
  sent(): number
}

/**
 * `find` tells what is in memory under a key; the ordinary way answers the same. A request to one of
 * `longPaths`, or right below one, may bring its body as slowly as it likes; its route minds the silence.
 * `onSent` hears of each answer that went out this way.
 */
export function createMemoryResponder(
  find: (key: string) => PreparedResponse | undefined,
  longPaths: readonly string[] = [],
  onSent: (sent: SentResponse) => void = () => undefined,
  /** Headers that every answer has. */
  common: Record<string, string> = {},
): MemoryResponder {
  let sent = 0
  const takesLong = (url: string): boolean =>
    longPaths.some(
      (path) => url.startsWith(path) && /^(?:\/[^/?]*)?(?:\?|$)/.test(url.slice(path.length)),
    )
  const pairs = Object.entries(common).flat()
  const findFor = ({ url = '', headers: { authorization } }: IncomingMessage) =>
    find(url) ?? (authorization && find(privateKey(url, authorization)))
  const serverFactory: FastifyServerFactory = (handler, options) => {
    // A server given to Fastify is left as it is, without Fastify's own time limits.
    const requestTimeout = Number(options['requestTimeout'])
    const limits = {
      keepAliveTimeout: Number(options['keepAliveTimeout']),
      requestTimeout: 0, // Node has one limit for all requests: see limitBody
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: 5_000,
    }
    return createServer({ ...limits, optimizeEmptyRequests: true }, (request, response) => {
      const answer = request.method === 'GET' ? findFor(request) : undefined
      if (!answer) {
        const isLong = takesLong(request.url ?? '')
        if (!isLong) limitBody(request, response, requestTimeout)
        if (isEmpty(request, isLong)) delete request.headers['content-type']
        return handler(request, response)
      }
      sent += 1
      const { url = '', headers: asked } = request
      onSent({ url, asked, status: sendAhead(asked, response, answer, pairs) })
    })
  }
  return { serverFactory, sent: () => sent }
}

/** Ends a request whose body has not come after this time, as Node does. */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  timeoutInMs: number,
): void {
  if (request.readableEnded || !(timeoutInMs > 0)) return
  const timer = setTimeout(() => {
    if (request.complete) return
    if (response.headersSent) request.socket.destroy()
    else request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }, timeoutInMs)
  // Not with the answer: one that was given early ends no body.
  const forget = (): void => clearTimeout(timer)
  request.once('end', forget).once('close', forget)
}

/**
 * The stream of a request without a body has ended before anybody could listen to it. Where a content
 * type announces a body all the same, the server would wait for its end for ever. An empty body is of no
 * type either: browsers send one with a text of no length. An upload's is a piece of it.
 */
function isEmpty({ readableEnded, headers }: IncomingMessage, isLong: boolean): boolean {
  return readableEnded || (headers['content-length'] === '0' && !isLong)
}
