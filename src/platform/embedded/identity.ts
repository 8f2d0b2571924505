import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartRefusal } from './start-refusal.ts'

/** Whom a database process runs as. Null: as ourselves. */
export type Identity = { uid: number; gid: number } | null

/** What `spawn` needs to run a child as this identity, in a folder that everybody can enter. */
export function spawnAs(identity: Identity) {
  return { cwd: '/', ...identity }
}

/** PostgreSQL refuses to run as root, so root lends it the ids of `nobody`, or of whoever already owns the cluster. */
export function chooseIdentity(clusterDir: string): Identity {
  const ownUid = process.getuid?.() ?? 0
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (ownUid !== 0) {
    if (owner !== undefined && owner.uid !== ownUid) {
      throw new StartRefusal(
        `The database in ${clusterDir} belongs to user id ${owner.uid}, but this is user id ${ownUid}. ` +
          `Start as its owner (or as root), or choose another DATA_DIR.`,
      )
    }
    return null
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const nobody = process.platform === 'darwin' ? 4_294_967_294 : 65_534
  return { uid: nobody, gid: nobody }
}

/** Asks the kernel, as that identity, whether it may enter a folder: mode bits alone do not know ACLs. */
export function canEnter(identity: Identity, folder: string): boolean {
  const answer = spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], {
    ...spawnAs(identity),
    stdio: 'ignore',
  })
  if (answer.error !== undefined) {
    throw new StartRefusal(
      `PostgreSQL refuses to run as root, and this root may not start processes as user id ${identity?.uid}. ` +
        `Start as an ordinary user, or set DATABASE_URL.`,
      { cause: answer.error },
    )
  }
  return answer.status === 0
}
