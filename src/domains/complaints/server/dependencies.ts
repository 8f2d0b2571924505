import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import type { Brand } from '../../../platform/settings.ts'
import type { Limits } from '../../accounts/server/limits.ts'

export interface ComplaintDependencies {
  db: Database
  queueMail: QueueMail
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
  /** Signs links in mails that are good for ever. */
  unsubscribeKey: RotatingKey
  languages: Languages
  limits: Pick<
    Limits,
    | 'complaintByLearner'
    | 'complaintByNetwork'
    | 'complaintMailByInboxAndNetwork'
    | 'complaintMailByInbox'
    | 'complaintReply'
  >
  /** Of a domain that comes later. Null while nobody is named. */
  findGrievanceOfficer: () => Promise<{ name: string; email: string } | null>
}
