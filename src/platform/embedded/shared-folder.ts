import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { StartError } from '../start-error.ts'
import { canEnter, type Identity } from './identity.ts'

/**
 * A folder of root's that the database's user can enter but nobody else can write to. Only root needs
 * one, and only when the project or its data lie where that user cannot go, e.g. below /root.
 */
export function openSharedFolder(identity: Identity): string {
  // A temporary folder comes second: those are emptied by age, and data may lie here.
  for (const folder of ['/var/lib/academy', '/var/tmp/academy']) {
    if (makeFolder(folder) && isRootsAlone(folder) && canEnter(identity, folder)) return folder
  }
  throw new StartError(
    `The database must run as another user than root, and there is no folder that both can use. ` +
      `Start as an ordinary user, or set DATABASE_URL.`,
  )
}

function makeFolder(folder: string): boolean {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
    return true
  } catch {
    return false // a read-only system: the caller tries the next place
  }
}

function isRootsAlone(folder: string): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
}
