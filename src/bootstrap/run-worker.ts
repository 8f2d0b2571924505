import cluster from 'node:cluster'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import { academy } from './academy.ts'
import type { Closers } from './closers.ts'
import { openServices } from './open-services.ts'
import { addKeptSettings, openAcademyDatabase, servedWithinInMs } from './prepare-academy.ts'
import { type Serving, serveAcademy } from './serve-academy.ts'

/** Serves as one of several processes, until the primary lets it retire or stops it. */
export async function runWorker(given: Settings, log: Log, closers: Closers): Promise<void> {
  const known = academy.parse(JSON.parse(process.env['ACADEMY'] ?? ''))
  const database = openAcademyDatabase(given, log, known.databaseUrl, servedWithinInMs)
  closers.push(() => database.close())
  const settings = await addKeptSettings(given, database)
  const parts = await openServices({ settings, academy: known, log, database }, closers)
  const { serveOut } = await serveAcademy(parts, closers, { isDevelopment: false })
  process.on('message', (message) => {
    if (message === 'retire') void retire(serveOut, log, closers)
  })
}

async function retire(serveOut: Serving['serveOut'], log: Log, closers: Closers): Promise<void> {
  await serveOut(() => cluster.worker?.disconnect(), closers.stopping)
  await closers.closeAll((error) => log.warn({ reason: error.message }, 'while retiring'))
  process.exit(0)
}
