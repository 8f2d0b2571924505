import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import type { EmbeddedLog } from './embedded-log.ts'
import { canEnter, chooseIdentity, type Identity } from './identity.ts'
import { openSharedFolder } from './shared-folder.ts'

/** Where one academy's database lives, and as whom. All paths are absolute and free of links. */
export interface Place {
  dataDir: string
  /** Holds the cluster and its log: the data directory, unless the database's user cannot enter that. */
  home: string
  clusterDir: string
  socketDir: string
  runAs: Identity
}

const pointerName = 'postgres.location'
const versionFile = 'PG_VERSION'
const longestSocketPathInBytes = 100

/**
 * Finds the database of this data directory, or decides where a new one goes. What is decided once is
 * found again: a pointer in the data directory leads to data that had to be put elsewhere.
 */
export function choosePlace(log: EmbeddedLog, dataDirSetting: string): Place {
  mkdirSync(dataDirSetting, { recursive: true })
  const dataDir = realpathSync(resolve(dataDirSetting))
  const home = followPointer(dataDir) ?? chooseHome(log, dataDir)
  const clusterDir = join(home, 'postgres')
  const runAs = chooseIdentity(clusterDir)
  if (runAs !== null && !canEnter(runAs, home)) {
    throw new StartError(
      `The database in ${clusterDir} runs as user id ${runAs.uid}, which can no longer enter that folder. ` +
        `Allow it to (chmod o+x on the folders above), or start as an ordinary user.`,
    )
  }
  return { dataDir, home, clusterDir, socketDir: chooseSocketDir(clusterDir, runAs), runAs }
}

/** Gives a folder just made to the database's user. */
export function handOver(identity: Identity, path: string) {
  if (identity !== null) chownSync(path, identity.uid, identity.gid)
}

/** Gives a whole cluster to the database's user. `PG_VERSION` is last: whose that is, theirs is all of it. */
export function handOverCluster(identity: Identity, clusterDir: string) {
  if (identity === null) return
  handOver(identity, clusterDir) // from here on the former owner cannot enter
  for (const name of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })) {
    if (name !== versionFile) lchownSync(join(clusterDir, name), identity.uid, identity.gid)
  }
  lchownSync(join(clusterDir, versionFile), identity.uid, identity.gid)
}

/** Whether all of the cluster belongs to the user that it runs as. */
export function isHandedOver({ runAs, clusterDir }: Place): boolean {
  const owner = lstatSync(join(clusterDir, versionFile), { throwIfNoEntry: false })?.uid
  return runAs === null || owner === undefined || owner === runAs.uid
}

/** Whether a database was ever made in this data directory. Looks only. */
export function holdsCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, pointerName)) || existsSync(join(dataDir, 'postgres'))
}

/** For `pg`. `host` wins over `localhost`, which is there to make it a URL that every parser takes. */
export function socketUrl({ socketDir }: Pick<Place, 'socketDir'>, role: string, database: string) {
  return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

function followPointer(dataDir: string): string | null {
  const pointer = join(dataDir, pointerName)
  if (!existsSync(pointer)) return null
  const home = readFileSync(pointer, 'utf8').trim()
  if (existsSync(home)) return home
  throw new StartError(
    `${pointer} says that the database is in ${home}, but there is nothing that this user can read. ` +
      `Start as root, who put it there; or bring it back; or remove ${pointer} to begin with an empty one.`,
  )
}

function chooseHome(log: EmbeddedLog, dataDir: string): string {
  const clusterDir = join(dataDir, 'postgres')
  const runAs = chooseIdentity(clusterDir)
  if (runAs === null || canEnter(runAs, dataDir) || existsSync(clusterDir)) return dataDir
  const home = mkdtempSync(join(openSharedFolder(runAs), 'data-'))
  chmodSync(home, 0o711)
  writeFileSync(join(home, 'belongs-to'), `${dataDir}\n`)
  writeFileSync(join(dataDir, pointerName), `${home}\n`)
  log.warn(
    `PostgreSQL does not run as root, and user id ${runAs.uid} cannot enter ${dataDir}: ` +
      `the database is kept in ${home} instead (noted in ${pointerName})`,
  )
  return home
}

function chooseSocketDir(clusterDir: string, runAs: Identity): string {
  if (Buffer.byteLength(join(clusterDir, '.s.PGSQL.5432')) <= longestSocketPathInBytes) {
    return clusterDir
  }
  const user = runAs === null ? '' : `\0${runAs.uid}` // the folder of a former user cannot be used
  const name = createHash('sha256').update(`${clusterDir}${user}`).digest('hex').slice(0, 16)
  const folder = `/tmp/academy-${name}`
  try {
    mkdirSync(folder, { mode: 0o700 })
    handOver(runAs, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    refuseForeignFolder(folder, runAs?.uid ?? process.getuid?.())
  }
  return folder
}

/** Anyone may make folders in /tmp: a socket in somebody else's would let them answer as our database. */
function refuseForeignFolder(folder: string, uid: number | undefined) {
  const found = lstatSync(folder)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
  throw new StartError(
    `${folder} is needed for the database's socket, but somebody else made it. ` +
      `Remove it, or choose a shorter DATA_DIR.`,
  )
}
