import type { Database } from '../../../../platform/database/database.ts'
import type { NamedLocks } from '../../../../platform/database/named-locks.ts'
import type { Log } from '../../../../platform/logging.ts'
import type { MediaStore } from '../../../../platform/media/media-store.ts'

export interface BackupDependencies {
  db: Database
  log: Pick<Log, 'info' | 'warn' | 'error'>
  locks: NamedLocks
  /** Where backups are put. */
  store: MediaStore
  /** Undefined: they are not encrypted. */
  key: string | undefined
  /** Minutes after midnight in India. */
  atMinute: number
  /** Tells this academy's backups from others in the same store. */
  academyId: string
  databaseUrl: string
  dataDir: string
  migrations: URL
}
