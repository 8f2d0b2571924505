import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'

/** Lets one transaction at a time decide about an address, whether or not it has an account. */
export function lockAddress(db: Database, email: string): Promise<void> {
  return lockUntilCommit(db, email)
}
