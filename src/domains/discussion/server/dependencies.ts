import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Limits } from '../../accounts/server/limits.ts'

export interface NoticeDependencies {
  db: Database
  queueMail: QueueMail
  publicUrl: () => string
}

export interface DigestDependencies extends NoticeDependencies {
  /** How much that was handed in waits for an answer. */
  countHandedIn: (db: Database) => Promise<number>
}

export interface DiscussionDependencies extends NoticeDependencies {
  limits: Pick<Limits, 'questionByLearner' | 'answerByLearner' | 'reportByLearner'>
}
