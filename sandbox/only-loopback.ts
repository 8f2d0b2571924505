import type { FastifyInstance } from 'fastify'
import { isForwarded } from '../src/platform/is-from-this-machine.ts'
import { requestError } from './request-error.ts'

/**
 * Only programs and pages of this computer come in: not other computers, nor what a proxy here passes
 * on, not pages of other sites in a browser here, not names that somebody else's DNS points at
 * 127.0.0.1.
 */
export function onlyLoopback(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const isOwnPage = headers.origin === undefined || headers.origin === `http://${headers.host}`
    if (
      isLoopbackAddress(raw.socket.remoteAddress) &&
      isLoopbackHost(headers.host) &&
      isOwnPage &&
      !isForwarded(headers) &&
      headers['sec-fetch-site'] !== 'cross-site'
    )
      return
    throw requestError(403, 'The sandbox serves only this computer.')
  })
}

function isLoopbackAddress(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function isLoopbackHost(host = ''): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
}
