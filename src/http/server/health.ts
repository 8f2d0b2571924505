import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client'
import { isFromThisMachine } from '../../platform/is-from-this-machine.ts'
import { ProblemError } from '../problem.ts'
import type { MemoryResponder } from './memory-responder.ts'

interface HealthOptions {
  pool: pg.Pool
  /** Undefined: metrics are for this machine only. */
  metricsToken: string | undefined
  memoryResponder: Pick<MemoryResponder, 'sent'>
  /** What others measure. */
  metrics?: Metric[]
}

const timeoutInMs = 2_000

/** `/healthz` lives, `/readyz` can serve, `/metrics` for Prometheus (this machine or a token). */
export function healthRoutes(
  app: FastifyInstance,
  { pool, metricsToken, memoryResponder, metrics = [] }: HealthOptions,
): void {
  const options = { schema: { hide: true } }
  app.get('/healthz', options, async () => 'ok')
  app.get('/readyz', options, async (_, reply) => {
    const isReady = await Promise.race([
      pool.query('select 1 from migrations limit 1').then(
        () => true,
        () => false,
      ),
      delay(timeoutInMs, false), // a database that hangs is as good as none
    ])
    return reply.code(isReady ? 200 : 503).send(isReady ? 'ready' : 'the database does not answer')
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  registry.registerMetric(
    new Counter({
      name: 'http_answers_from_memory_total',
      help: 'Pages, files and lists sent ahead of routing, which the durations leave out',
      registers: [],
      collect() {
        this.reset()
        this.inc(memoryResponder.sent())
      },
    }),
  )
  for (const metric of metrics) registry.registerMetric(metric)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    seconds.observe(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', options, async (request, reply) => {
    const isTrusted =
      metricsToken === undefined ? isFromThisMachine(request) : hasToken(request, metricsToken)
    if (!isTrusted) throw new ProblemError('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
