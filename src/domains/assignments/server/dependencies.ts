import type { FileStore } from '@tus/file-store'
import type { Database } from '../../../platform/database/database.ts'
import type { NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import type { NoticeDependencies } from '../../discussion/server/dependencies.ts'

export interface HandInDependencies extends NoticeDependencies {
  media: MediaStore
  locks: NamedLocks
  /** Where uploads lie until they are whole. */
  openUploads: () => Promise<FileStore>
}

export interface AssignmentDependencies extends OpeningDependencies, HandInDependencies {
  db: Database
  limits: Pick<Limits, 'submissionByLearner'>
}
