import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** Whom a database process runs as. Null: as ourselves. */
export type Identity = { uid: number; gid: number } | null

/** What `spawn` needs to run a child as this identity, in a folder that everybody can enter. */
export function spawnAs(identity: Identity) {
  return { cwd: '/', ...identity }
}

/** Under root the database once ran as this user, whom other services share. */
const nobody = process.platform === 'darwin' ? 4_294_967_294 : 65_534

/**
 * Ids that no distribution, service manager or container tool gives away, and that exist inside a
 * container too, where there are 65,536 of them (docs/decisions/0026).
 */
const ownIds = { first: 60_578, count: 600 }

/**
 * PostgreSQL refuses to run as root, so root starts it under an id that belongs to this database alone,
 * or under that of whoever already owns the cluster.
 */
export function chooseIdentity(clusterDir: string): Identity {
  const ownUid = process.getuid?.() ?? 0
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (ownUid !== 0) {
    if (owner !== undefined && owner.uid !== ownUid) {
      throw new StartError(
        `The database in ${clusterDir} belongs to user id ${owner.uid}, but this is user id ${ownUid}. ` +
          `Start as its owner (or as root), or choose another DATA_DIR.`,
      )
    }
    return null
  }
  const isOwned = owner !== undefined && owner.uid !== 0 && owner.uid !== nobody
  return isOwned ? { uid: owner.uid, gid: owner.gid } : chooseOwnIdentity(clusterDir)
}

/**
 * `initdb` wants a user with a name, which the database's own has not. It is run as `nobody`, with the
 * group of the database's own user, in a folder that only this group can enter.
 */
export function chooseTranscoder(identity: Identity): Identity {
  return identity === null ? null : { uid: nobody, gid: identity.gid }
}

/** The same for the same folder, as long as nobody is given that id. */
function chooseOwnIdentity(clusterDir: string): Identity {
  const taken = readTakenIds()
  const wish = createHash('sha256').update(clusterDir).digest().readUInt32BE() % ownIds.count
  for (let step = 0; step < ownIds.count; step++) {
    const id = ownIds.first + ((wish + step) % ownIds.count)
    if (!taken.has(id)) return { uid: id, gid: id }
  }
  throw new StartError(
    `Every user id from ${ownIds.first} to ${ownIds.first + ownIds.count - 1} belongs to somebody: ` +
      `there is none left for the database. Start as an ordinary user, or set DATABASE_URL.`,
  )
}

function readTakenIds(): Set<number> {
  const lists = ['/etc/passwd', '/etc/group'].filter((path) => existsSync(path))
  const lines = lists.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  return new Set(lines.map((line) => Number(line.split(':')[2])))
}

/** Asks the kernel, as that identity, whether it may enter a folder: mode bits alone do not know ACLs. */
export function canEnter(identity: Identity, folder: string): boolean {
  const answer = spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], {
    ...spawnAs(identity),
    stdio: 'ignore',
  })
  if (answer.error !== undefined) {
    throw new StartError(
      `PostgreSQL refuses to run as root, and this root may not start processes as user id ${identity?.uid}. ` +
        `Start as an ordinary user, or set DATABASE_URL.`,
      { cause: answer.error },
    )
  }
  return answer.status === 0
}
