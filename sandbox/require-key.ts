import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requestError } from './request-error.ts'

/** Lets only the owner of the key pair in, by HTTP Basic, and says no as Razorpay does. */
export function requireKey(
  app: FastifyInstance,
  { keyId, keySecret }: { keyId: string; keySecret: string },
): void {
  const expected = Buffer.from(`${keyId}:${keySecret}`)
  app.addHook('onRequest', async ({ headers }) => {
    const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'basic')
      throw requestError(401, 'Please provide your api key for authentication purposes.')
    const given = Buffer.from(credentials, 'base64')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return
    const isKnownKey = given.toString().startsWith(`${keyId}:`)
    throw requestError(
      401,
      isKnownKey ? 'Authentication failed' : 'The api key provided is invalid',
    )
  })
}
