/** A backup or a restore that cannot be done, for a reason that the operator can mend: a sentence to read. */
export class BackupError extends Error {}

export function damaged(name: string): BackupError {
  return new BackupError(`${name} is damaged or not whole: nothing was restored from it.`)
}
