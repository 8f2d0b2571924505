import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Sender } from '../../../integrations/mail/render-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { signUnsubscribeToken } from './unsubscribe-token.ts'

export interface CampaignDependencies {
  db: Database
  queueMail: QueueMail
  sender: Sender
  unsubscribeKey: RotatingKey
}

/** Not in `src/paths.ts`: the server answers it by itself. */
export const unsubscribePath = '/unsubscribe'

/** Where a person says no to letters; the same for a visit and for a mail program's one click. */
export function unsubscribeUrlOf(
  { sender, unsubscribeKey }: Pick<CampaignDependencies, 'sender' | 'unsubscribeKey'>,
  learnerId: string,
): string {
  return `${sender.publicUrl()}${unsubscribePath}?token=${signUnsubscribeToken(unsubscribeKey, learnerId)}`
}
