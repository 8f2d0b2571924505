type Trouble = 'full' | 'away'

/** The place where files lie takes or gives none just now: worth a try later, and nothing to mend in the code. */
export class StorageError extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause: unknown) {
    const why = trouble === 'full' ? 'No room is left for files' : 'The store of files is away'
    super(cause instanceof Error ? `${why}: ${cause.message}` : why, { cause })
    this.name = 'StorageError'
    this.trouble = trouble
  }
}

/** Of whatever a store or a disk threw; null: nothing that passes by itself. */
export function storageTroubleOf(error: unknown): Trouble | null {
  if (error instanceof StorageError) return error.trouble
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'full'
  return ['EROFS', 'EIO', 'ESTALE', 'ENOTCONN'].includes(code) ? 'away' : null
}
