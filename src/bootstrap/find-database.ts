import { resolve } from 'node:path'
import pg from 'pg'
import { BackupError } from '../platform/backup/backup-error.ts'
import { withClient } from '../platform/database/open-client.ts'
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.ts'
import { choosePlace, holdsCluster, socketUrl } from '../platform/embedded/place.ts'
import { findPostmaster } from '../platform/embedded/postmaster.ts'
import {
  applicationDatabase,
  ownerRole,
  servingRole,
  superuser,
} from '../platform/embedded/roles.ts'
import type { Log } from '../platform/logging.ts'
import type { Settings } from '../platform/settings.ts'
import type { Closers } from './closers.ts'

/** By which roles the database is reached; the same, if it has one for both. */
export interface DatabaseUrls {
  /** As who serves. */
  url: string
  /** As who owns the tables. */
  ownerUrl: string
}

/** What `DATABASE_URL` and `DATABASE_OWNER_URL` say; null: the database is the embedded one. */
export function givenDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl'>,
): DatabaseUrls | null {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = settings
  return url === undefined || ownerUrl === undefined ? null : { url, ownerUrl }
}

/**
 * The database of an academy that is there already, serving or not. An embedded one that does not run
 * is started until we close.
 */
export async function findDatabase(
  settings: Settings,
  log: Log,
  closers: Closers,
): Promise<DatabaseUrls> {
  const running = await findRunningDatabase(settings, log)
  if (running !== null) return running
  const dataDir = resolve(settings.dataDir)
  if (!holdsCluster(dataDir)) {
    throw new BackupError(`There is no academy in ${dataDir}: nothing was backed up.`)
  }
  const starting = startEmbeddedPostgres({ dataDir, log, stopping: closers.stopping })
  return closers.open(starting, (embedded) => embedded.stop())
}

/** Null: the embedded one does not run, or was never made. */
export async function findRunningDatabase(
  settings: Settings,
  log: Log,
): Promise<DatabaseUrls | null> {
  const given = givenDatabase(settings)
  if (given !== null) return given
  const dataDir = resolve(settings.dataDir)
  if (!holdsCluster(dataDir)) return null
  const place = choosePlace(log, dataDir)
  if (findPostmaster(place) === null) return null
  const [url, ownerUrl, oldestUrl] = [servingRole, ownerRole, superuser].map((role) =>
    socketUrl(place, role, applicationDatabase),
  ) as [string, string, string] // one of each
  // A version of before 0116 may be serving still, which knows one role only; before 0026, another one.
  if (await isLetIn(url)) return { url, ownerUrl }
  const only = (await isLetIn(ownerUrl)) ? ownerUrl : oldestUrl
  return { url: only, ownerUrl: only }
}

async function isLetIn(url: string): Promise<boolean> {
  try {
    return await withClient(url, async () => true)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28000') return false
    throw error
  }
}
