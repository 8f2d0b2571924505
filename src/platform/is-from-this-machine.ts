import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'

/** What proxies add to a request; each says something of the caller that the connection does not. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|(.+-)?(real|client|connecting)-ip)$/

/**
 * True for a program or browser of this very machine that asks without anything between: not what a
 * proxy here passes on, whatever it claims, and not names that somebody's DNS points at 127.0.0.1.
 * A proxy that adds no header and hides the name it was asked for cannot be told from a neighbour.
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const [, hostname = ''] = /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(headers.host ?? '') ?? []
  return (
    isLoopbackAddress(raw.socket.remoteAddress) && isLoopbackHost(hostname) && !isForwarded(headers)
  )
}

/** True if a proxy says that it passes on what somebody else asked. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.test(name))
}
