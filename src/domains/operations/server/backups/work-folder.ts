import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backupWorkName } from '../../../../platform/backup/data-files.ts'
import { choosePlace } from '../../../../platform/embedded/place.ts'
import { endPostmaster } from '../../../../platform/embedded/postmaster.ts'
import type { BackupDependencies } from './dependencies.ts'

type Folder = Pick<BackupDependencies, 'dataDir' | 'log'>

/** What a backup takes up while it is made. Never part of one. */
export function workFolder({ dataDir }: Pick<Folder, 'dataDir'>): string {
  return join(resolve(dataDir), backupWorkName)
}

/** The DATA_DIR of the database that a restore is tried in. */
export function trialFolder(folder: Pick<Folder, 'dataDir'>): string {
  return join(workFolder(folder), 'trial')
}

/** Whatever is there was left by who was killed, a running database server perhaps. */
export async function clearWorkFolder(folder: Folder): Promise<void> {
  await removeTrial(folder.log, trialFolder(folder))
  await rm(workFolder(folder), { recursive: true, force: true })
}

export async function removeTrial(log: Folder['log'], trial: string): Promise<void> {
  if (!existsSync(trial)) return
  const place = choosePlace(log, trial)
  await endPostmaster(log, place)
  if (place.home !== place.dataDir) await rm(place.home, { recursive: true, force: true })
  await rm(trial, { recursive: true, force: true })
}
