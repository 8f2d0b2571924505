import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { Payment } from '../contract.ts'

/** When a payment was completed; 'Pending' if it was not. */
export function describeCompletion({ completed_at }: Pick<Payment, 'completed_at'>): string {
  return completed_at === null ? t('Pending') : formatDateTime(completed_at)
}

/** Where the id of a payment would stand: nobody pays for what costs nothing. */
export function describeNoPayment({ amount }: Pick<Payment, 'amount'>): string {
  return amount === 0 ? t('None') : t('None yet')
}
