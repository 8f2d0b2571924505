import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { registerCheckoutRoutes } from './checkout-routes.ts'
import { createClock } from './clock.ts'
import { createDeliveries } from './deliver-webhooks.ts'
import { registerDisputeRoutes } from './dispute-routes.ts'
import { startDueWork } from './due-work.ts'
import { createFaults } from './faults.ts'
import { registerGoogleRoutes } from './google/google-routes.ts'
import { injectFaults } from './inject-faults.ts'
import { openJournal } from './journal.ts'
import { registerOrderRoutes } from './order-routes.ts'
import { registerPaymentRoutes } from './payment-routes.ts'
import { limitRate } from './rate-limit.ts'
import { invalidInput, RequestError, requestError, serverError } from './request-error.ts'
import { requireKey } from './require-key.ts'
import { registerSandboxRoutes } from './sandbox-routes.ts'
import { settleDaily } from './settle.ts'
import { registerSettlementRoutes } from './settlement-routes.ts'
import type { StandIn, StandInSettings } from './stand-in.ts'
import { openStore } from './store.ts'

export interface RunningStandIn {
  /** `http://host:port`, without `/v1`. */
  url: string
  port: number
  /** Sends webhooks from now on to another address. */
  deliverWebhooksTo(webhookUrl: string): void
  close(): Promise<void>
}

const dayInMinutes = 24 * 60

const defaults = {
  firstRetryInMs: 1000,
  lateByInMs: 3000,
  authorizationExpiryInMinutes: 3 * dayInMinutes,
  refundFailsAfterInMs: 2 * dayInMinutes * 60_000,
  // Far above what one academy asks, and not above what a loop without a pause does.
  requestsPerSecond: 500,
}

/** Serves the stand-in for Razorpay until closed. What it held before is there again. */
export async function startStandIn(given: StandInSettings): Promise<RunningStandIn> {
  const settings = { ...defaults, ...given }
  const journal = openJournal(settings.dataDir)
  const store = openStore(journal)
  const faults = createFaults()
  const clock = createClock(store.account.clock_ahead_in_ms)
  const deliveries = createDeliveries(store, clock, settings)
  const standIn = { store, faults, deliveries, clock, settings }
  const app = createServer(standIn)
  await app.listen({ host: settings.host, port: settings.port })
  // Only now is it sure that no other stand-in works on this data.
  store.compact()
  deliveries.resume()
  startDueWork(standIn)
  settleDaily(standIn)
  const port = findPort(app)
  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    port,
    deliverWebhooksTo: (webhookUrl) => deliveries.deliverTo(webhookUrl),
    async close() {
      clock.stop()
      deliveries.stop()
      await app.close()
      journal.close()
    },
  }
}

function createServer(standIn: StandIn): FastifyInstance {
  const { log } = standIn.settings
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  acceptAnyBody(app)
  injectFaults(app, standIn.faults)
  app.setNotFoundHandler(() => {
    throw requestError(400, 'The requested URL was not found on the server.')
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RequestError) return reply.code(error.status).send(error.body)
    if (error instanceof ZodError) {
      const [issue] = error.issues
      const failure = invalidInput(issue?.message ?? 'Invalid input', issue?.path.join('.'))
      return reply.code(400).send(failure.body)
    }
    log.error({ err: error, url: request.url }, 'the Razorpay stand-in failed')
    return reply.code(500).send(serverError(500).body)
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.register(
    async (api) => {
      requireKey(api, standIn.settings)
      limitRate(api, standIn)
      registerOrderRoutes(api, standIn)
      registerPaymentRoutes(api, standIn)
      registerDisputeRoutes(api, standIn)
      registerSettlementRoutes(api, standIn)
    },
    { prefix: '/v1' },
  )
  app.register(async (pages) => registerCheckoutRoutes(pages, standIn), { prefix: '/v1' })
  app.register(async (google) => registerGoogleRoutes(google, standIn), { prefix: '/google' })
  app.register(async (sandbox) => registerSandboxRoutes(sandbox, standIn), { prefix: '/sandbox' })
  return app
}

/** JSON whatever the content type says, form fields otherwise, and nothing for nothing. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    const body = text.toString().trim()
    if (body === '') return done(null, undefined)
    if (!body.startsWith('{') && body.includes('=') && !body.startsWith('['))
      return done(null, Object.fromEntries(new URLSearchParams(body)))
    try {
      return done(null, JSON.parse(body))
    } catch {
      return done(invalidInput('The request body is not valid JSON.'))
    }
  })
}

function findPort(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The Razorpay stand-in listens nowhere')
  return address.port
}
