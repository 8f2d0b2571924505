/** A backup or a restore that cannot be done, for a reason that the operator can mend: a sentence to read. */
export class BackupError extends Error {}
