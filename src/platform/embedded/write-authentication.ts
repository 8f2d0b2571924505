import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Place } from './place.ts'
import { ownerRole, servingRole, superuser } from './roles.ts'

/**
 * Writes who may enter: over the socket only, and only whom the kernel shows to be the user that we run
 * as, or root. No password, so none can be lost. True if anything was different before.
 */
export function writeAuthentication(place: Place, ownName: string): boolean {
  const people = [...new Set(['root', ownName])]
  const roles = [superuser, ownerRole, servingRole]
  const mappings = people.flatMap((person) =>
    roles.map((role) => `academy "${person.replaceAll('"', '""')}" ${role}`),
  )
  const written = [
    writeIfDifferent(place, 'pg_ident.conf', mappings),
    writeIfDifferent(place, 'pg_hba.conf', [`local all ${roles.join(',')} peer map=academy`]),
  ]
  return written.includes(true)
}

/** By which the database will know us. Refused if the machine has none for us: `initdb` wants one too. */
export function readOwnName(): string {
  try {
    return userInfo().username
  } catch (error) {
    throw new StartError(
      `User id ${process.getuid?.()} has no name on this machine, so the database cannot tell who asks. ` +
        `Give it a line in /etc/passwd, start as another user, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

function writeIfDifferent({ clusterDir, runAs }: Place, name: string, lines: string[]): boolean {
  const path = join(clusterDir, name)
  const text = ['# Written by the academy at each start.', ...lines, ''].join('\n')
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  const unfinished = `${path}.${process.pid}`
  rmSync(unfinished, { force: true })
  // Root writes here into another user's folder: it must not follow that user's links.
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file = openSync(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  writeFileSync(file, text)
  if (runAs !== null) fchownSync(file, runAs.uid, runAs.gid)
  closeSync(file)
  renameSync(unfinished, path)
  return true
}
