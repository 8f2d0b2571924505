import pg from 'pg'

/** A lock did not come in time, or two transactions waited for each other: it may be tried again. */
export function isLockConflict(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ['40P01', '55P03'].includes(error.code ?? '')
  return error instanceof Error && isLockConflict(error.cause)
}
