import { formatDateTime } from '../../ui/format.ts'
import type { Payment } from '../contract.ts'

/**
 * When a payment was completed. 'Pending' is for one that still may be: a payment that was refunded
 * or failed without ever opening a course has no such time.
 */
export function describeCompletion({
  status,
  completed_at,
}: Pick<Payment, 'status' | 'completed_at'>): string {
  if (completed_at !== null) return formatDateTime(completed_at)
  return status === 'pending' ? 'Pending' : '–'
}
