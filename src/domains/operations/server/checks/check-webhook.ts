import type { Database } from '../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { listOpenSubjects } from '../../../checkout/server/settling/alarms.ts'
import { findLastWebhook } from '../../../checkout/server/settling/find-last-webhook.ts'
import type { Finding } from '../../check-states.ts'

const dayInMs = 86_400_000

/** Whether Razorpay tells us of payments by itself: it did within a day. */
export async function checkWebhook(db: Database): Promise<Finding> {
  const unsigned = await listOpenSubjects(db, 'webhook signature')
  if (unsigned.length > 0) {
    return {
      state: 'failing',
      sentence: t(
        'Webhooks come with a wrong signature: the secret at Razorpay is not the one in the settings (RAZORPAY_WEBHOOK_SECRET).',
      ),
    }
  }
  const silent = await listOpenSubjects(db, 'webhooks silent')
  if (silent.length > 0) {
    return {
      state: 'failing',
      sentence: t(
        'Payments come without a webhook: look at the address and the state of the webhook at Razorpay.',
      ),
    }
  }
  const last = await findLastWebhook(db)
  if (last === null) {
    return {
      state: 'todo',
      sentence: t('Razorpay has told us nothing yet: make a payment and look again.'),
    }
  }
  const time = formatDateTime(last)
  return Date.now() - last.getTime() <= dayInMs
    ? { state: 'ok', sentence: t('Razorpay last told us something on {time}.', { time }) }
    : {
        state: 'todo',
        sentence: t(
          'Razorpay last told us something on {time}, more than a day ago: make a payment and look again.',
          { time },
        ),
      }
}
