import type { FastifyInstance } from 'fastify'
import { requestError } from './request-error.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Answers 429 when more calls come than the limit lets through: as many as one second allows may
 * come at once. A fault may set another limit. Every second refusal says when to come again, for
 * Razorpay promises no such header and a client must do without.
 */
export function limitRate(app: FastifyInstance, { faults, clock, settings }: StandIn): void {
  let left = Number.POSITIVE_INFINITY
  let countedAtInMs = clock.nowInMs()
  let refused = 0

  app.addHook('onRequest', async (_request, reply) => {
    const fault = faults.rateLimit()
    const perSecond = fault?.requests_per_second ?? settings.requestsPerSecond
    const nowInMs = clock.nowInMs()
    left = Math.min(perSecond, left + ((nowInMs - countedAtInMs) * perSecond) / 1000)
    countedAtInMs = nowInMs
    if (left >= 1) {
      left -= 1
      return
    }
    refused += 1
    const seconds = fault?.retry_after_in_seconds ?? (refused % 2 === 1 ? 1 : undefined)
    if (seconds !== undefined) reply.header('retry-after', seconds)
    throw requestError(429, 'Too many requests')
  })
}
