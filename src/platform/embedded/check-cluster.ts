import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { spawnAs } from './identity.ts'
import type { Place } from './place.ts'

/** Refuses data that this PostgreSQL cannot read. Its own log would say so, but only there. */
export function checkCluster({ postgres }: Binaries, { clusterDir, runAs }: Place): void {
  if (!existsSync(clusterDir)) return
  const file = join(clusterDir, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new StartError(
      `${clusterDir} holds no database of PostgreSQL: bring it back, or remove that folder to begin with an empty one.`,
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  const { stdout } = spawnSync(postgres, ['-V'], { ...spawnAs(runAs), encoding: 'utf8' })
  const own = /(\d+)/.exec(stdout ?? '')?.[1]
  if (own === undefined || own === found) return
  throw new StartError(
    `The data in ${clusterDir} are those of PostgreSQL ${found}, and this is PostgreSQL ${own}: ` +
      `start the version that wrote them, or choose another DATA_DIR.`,
  )
}
