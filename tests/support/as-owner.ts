import { ownerRole, servingRole } from '../../src/platform/embedded/roles.ts'

/** The same database, by the role that owns it. */
export function asOwner(url: string): string {
  return asRole(url, ownerRole)
}

/** The same database, by the role that serves. */
export function asServing(url: string): string {
  return asRole(url, servingRole)
}

function asRole(url: string, role: string): string {
  const changed = new URL(url)
  changed.username = role
  return changed.href
}
