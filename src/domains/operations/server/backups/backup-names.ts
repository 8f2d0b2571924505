import { randomBytes } from 'node:crypto'

/** How the names of this academy's backups begin: others may keep theirs in the same store. */
export function namePrefix(academyId: string): string {
  return `academy-${academyId}-`
}

export function nameBackup(
  academyId: string,
  { madeAt, isEncrypted }: { madeAt: Date; isEncrypted: boolean },
): string {
  const stamp = madeAt.toISOString().replaceAll(':', '-')
  const unique = randomBytes(3).toString('hex')
  return `${namePrefix(academyId)}${stamp}-${unique}.backup${isEncrypted ? '.encrypted' : ''}`
}

const form = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{6}\.backup(\.encrypted)?$/

/** When a backup of this name was made. Null: it is none of this academy's, so it is left alone. */
export function readBackupName(academyId: string, key: string): Date | null {
  const prefix = namePrefix(academyId)
  if (!key.startsWith(prefix)) return null
  const match = form.exec(key.slice(prefix.length))
  const madeAt = new Date(`${match?.[1]}:${match?.[2]}:${match?.[3]}`)
  return match === null || Number.isNaN(madeAt.getTime()) ? null : madeAt
}
