import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import { academy } from './academy.ts'
import type { Closers } from './closers.ts'
import { openServices } from './open-services.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { serveAcademy } from './serve-academy.ts'

/** Connections without a request for this long are closed when a worker retires. */
const timeoutInMs = 10_000

/** Serves as one of several processes, until the primary lets it retire or stops it. */
export async function runWorker(given: Settings, log: Log, closers: Closers): Promise<void> {
  const known = academy.parse(JSON.parse(process.env['ACADEMY'] ?? ''))
  const database = openAcademyDatabase(given, log, known.databaseUrl)
  closers.push(() => database.close())
  const settings = await addKeptSettings(given, database)
  const parts = await openServices({ settings, academy: known, log, database }, closers)
  const app = await serveAcademy(parts, closers, { isDevelopment: false })
  process.on('message', (message) => {
    if (message === 'retire') void retire(app, log, closers)
  })
}

/** Takes no new connections, answers what still comes on the open ones and lets each end with that. */
async function retire(app: FastifyInstance, log: Log, closers: Closers): Promise<void> {
  const { server } = app
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  // Called by close(): it would cut connections on which the next request is already under way.
  server.closeIdleConnections = () => undefined
  const closed = new Promise((resolve) => server.once('close', resolve))
  cluster.worker?.disconnect()
  await Promise.race([closed, delay(timeoutInMs)])
  await closers.closeAll((error) => log.warn({ reason: error.message }, 'while retiring'))
  process.exit(0)
}
