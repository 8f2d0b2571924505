import type { Agent } from 'node:https'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Sender } from '../../../integrations/mail/render-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import type { Log } from '../../../platform/logging.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import type { KeptDependencies } from '../../site/server/kept-settings.ts'

export interface ReminderDependencies {
  db: Database
  queueMail: QueueMail
  sender: Sender
  unsubscribeKey: RotatingKey
  /** Where the keys of pushes are sealed. */
  followed: Omit<KeptDependencies, 'db'>
  languages: Languages
  log: Pick<Log, 'warn'>
  /** Left out: public hosts alone. */
  agent?: Agent
}
