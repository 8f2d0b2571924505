import { BackupError } from './backup-error.ts'
import { sayCommand } from './say-command.ts'
import type { Seal } from './seal.ts'

/** Whose backups are restored. */
export interface Trust {
  /** BACKUP_KEY: then only what was made with it. */
  key?: string | undefined
  /** The fingerprint of an academy: then only what that one made. */
  signedBy?: string | undefined
  /** Somebody says that it may come from anywhere. */
  isGiven?: boolean | undefined
}

export interface Origin {
  /** Null: of a version that signed nothing. */
  fingerprint: string | null
  /** False: whoever made it, it is as they made it. */
  isProven: boolean
}

/**
 * Refuses a backup that is whole, and not from whom it should be. Where nothing is known that it could be
 * held against, on a new machine without BACKUP_KEY, a signed one passes.
 */
export function verifyOrigin(
  name: string,
  seal: Seal | null,
  { trust, isKeyed }: { trust: Trust; isKeyed: boolean },
): Origin {
  const fingerprint = seal?.fingerprint ?? null
  const isExpected = trust.signedBy !== undefined && trust.signedBy === fingerprint
  const isProven = isExpected || (trust.signedBy === undefined && isKeyed)
  if (isProven || trust.isGiven) return { fingerprint, isProven }
  const anyway = `if you know where it comes from, ${sayCommand('restore', 'FILE --trust')}`
  if (fingerprint === null) {
    throw new BackupError(
      `${name} is of an earlier version, which signed nothing, so anybody may have changed it: ${anyway}`,
    )
  }
  if (trust.signedBy !== undefined) {
    throw new BackupError(`${name} was signed by the academy ${fingerprint}: ${anyway}`)
  }
  if (trust.key !== undefined) {
    throw new BackupError(`${name} was not made with this BACKUP_KEY: ${anyway}`)
  }
  return { fingerprint, isProven }
}
