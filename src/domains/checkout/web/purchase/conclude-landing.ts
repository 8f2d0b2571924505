import { type NoticeKind, noticeLabel } from './notice-label.ts'
import { endPrePayment } from './pre-payment.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'

const kinds: Record<string, NoticeKind> = {
  failed: 'failed',
  unverified: 'verification_refused',
  pending: 'pending',
  refunded: 'refunded',
}

/** What `?payment=` says to a buyer who comes back from a checkout that led away: it has ended. */
export function concludeLanding(payment: string): PurchaseNotice | null {
  endPrePayment()
  const kind = kinds[payment]
  return kind === undefined ? null : noticeLabel(kind)
}
