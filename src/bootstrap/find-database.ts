import { resolve } from 'node:path'
import pg from 'pg'
import { BackupError } from '../platform/backup/backup-error.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { choosePlace, holdsCluster, socketUrl } from '../platform/embedded/place.ts'
import { findPostmaster } from '../platform/embedded/postmaster.ts'
import { applicationDatabase, applicationRole, superuser } from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'

/**
 * The database of an academy that is there already, serving or not. An embedded one that does not run
 * is started until we close.
 */
export async function findDatabase(
  settings: Settings,
  log: Log,
  closers: Closers,
): Promise<string> {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl
  const dataDir = resolve(settings.dataDir)
  if (!holdsCluster(dataDir)) {
    throw new BackupError(`There is no academy in ${dataDir}: nothing was backed up.`)
  }
  const running = await findRunningDatabase(settings, log)
  if (running !== null) return running
  const starting = startEmbeddedPostgres({ dataDir, log, stopping: closers.stopping })
  return (await closers.open(starting, (embedded) => embedded.stop())).url
}

/** Null: the embedded one does not run, or was never made. */
export async function findRunningDatabase(settings: Settings, log: Log): Promise<string | null> {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl
  const dataDir = resolve(settings.dataDir)
  if (!holdsCluster(dataDir)) return null
  const place = choosePlace(log, dataDir)
  if (findPostmaster(place) === null) return null
  const url = socketUrl(place, applicationRole, applicationDatabase)
  // A version of before 0026 may be serving still: it knows one role only.
  return (await isLetIn(url)) ? url : socketUrl(place, superuser, applicationDatabase)
}

async function isLetIn(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28000') return false
    throw error
  }
}
