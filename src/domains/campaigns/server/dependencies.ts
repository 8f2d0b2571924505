import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Sender } from '../../../integrations/mail/render-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'

export interface CampaignDependencies {
  db: Database
  queueMail: QueueMail
  sender: Sender
  unsubscribeKey: RotatingKey
}

/** What the calls of staff want besides. */
export interface CampaignAdminDependencies extends CampaignDependencies {
  /** What queued mails are dressed in. */
  findDressOfMails: (db: Database) => Promise<(html: string) => string>
}
