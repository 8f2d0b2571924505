import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** What is asked of outside or of the database has limits of its own; nothing may keep the process for longer. */
const settledWithinMs = 10_000

/**
 * To call before any route is made. What it returns resolves once the answers that were begun are made, also
 * those for which nobody waits any more: a server closes without them as soon as their connection is gone.
 */
export function followAnswers(app: FastifyInstance): () => Promise<void> {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function answer(request, reply) {
      const answered: unknown = handler.call(this, request, reply)
      if (!(answered instanceof Promise)) return answered
      underWay.add(answered)
      const forget = (): boolean => underWay.delete(answered)
      answered.then(forget, forget)
      return answered
    }
  })
  return async () => {
    const settled = Promise.allSettled(underWay)
    await Promise.race([settled, delay(settledWithinMs, undefined, { ref: false })])
  }
}
