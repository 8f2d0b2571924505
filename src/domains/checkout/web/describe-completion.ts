import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Payment } from '../contract.ts'

/**
 * When a payment was completed; 'Pending' while it still may be, and a bank may still pay a failed
 * one. A payment that was refunded without ever opening a course has no such time.
 */
export function describeCompletion({
  status,
  completed_at,
}: Pick<Payment, 'status' | 'completed_at'>): string {
  if (completed_at !== null) return formatDateTime(completed_at)
  return status === 'refunded' ? '–' : t('Pending')
}
